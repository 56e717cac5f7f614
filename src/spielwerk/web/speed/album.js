/** A race of spe_ed to look at: from a file, or round by round from a server. */

/** @typedef {import("./colours.js").Racer} Racer */
/** @typedef {{name: string, low: number, high: number, cells: string}} Picture */
/**
 * @typedef {{action: string | null, seconds: number | null, note?: string, line?: string[],
 * advice?: string,
 *   ratings?: Record<string, Record<string, number>>, pictures?: Picture[]}} Thought
 */

/**
 * @typedef {{round: number, cells: string | number[][], players: Record<string, Racer>, running:
 * boolean,
 *   allotted: number | null, thoughts: Record<string, Thought>}} Frame
 */

/**
 * @typedef {object} Cover
 * @property {number} width
 * @property {number} height
 * @property {Record<string, string>} racers
 * @property {number | null} you
 */

/** @typedef {{cover: Cover, frames: Frame[]}} Race */

const ALBUM = "spielwerk-speed-album";

/**
 * The race of a file: an album, or a plain recording of server messages.
 * @param {any} body @returns {Race}
 */
export function raceOf(body) {
  if (body?.[ALBUM] === 1 && body.cover && body.frames?.length)
    return { cover: body.cover, frames: body.frames };
  if (body?.[ALBUM]) throw new Error(`album ${body[ALBUM]}`);
  if (!Array.isArray(body) || !body.length) throw new Error("no recording of spe_ed");
  const first = body[0],
    last = body[body.length - 1];
  if (body.some((message) => !Array.isArray(message?.cells) || !message.players))
    throw new Error("no messages of spe_ed");
  const racers = Object.fromEntries(
    Object.entries(last.players).map(([number, racer]) => [
      number,
      /** @type {any} */ (racer).name ?? `player ${number}`,
    ]),
  );
  return {
    cover: { width: first.width, height: first.height, racers, you: first.you ?? null },
    frames: body.map((message, index) => ({
      round: index + 1,
      cells: message.cells,
      players: message.players,
      running: Boolean(message.running),
      allotted: null,
      thoughts: {},
    })),
  };
}

/**
 * Cells as bytes, one a cell.
 * @param {string | number[][]} packed @returns {Promise<Uint8Array>}
 */
export async function unpacked(packed) {
  if (Array.isArray(packed))
    return Uint8Array.from(packed.flat(), (cell) => (cell < 0 ? 255 : cell));
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Follow the races of a server. @param {string} address
 * @param {object} listener
 * @param {(cover: Cover) => void} listener.begin
 * @param {(frame: Frame) => void} listener.frame
 * @param {() => void} listener.lost
 * @returns {() => void} stops following
 */
export function followRaces(address, listener) {
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(data);
    if (said.cover) listener.begin(said.cover);
    else if (said.frame) listener.frame(said.frame);
  };
  socket.onclose = () => listener.lost();
  return () => {
    socket.onclose = null;
    socket.close();
  };
}
