/**
 * The studio's line to a match in which rules are tried: commands go out one by one, each is
 * answered. The match lives as long as the line; who comes back begins it anew.
 */

const ALIVE_MS = 25_000;
const PIECE = 4_000;

/** A command that was not done: `code` is for us, `message` for people. */
export class NotDone extends Error {
  /** @param {string} code @param {string} [message] @param {any[]} [diagnostics] */
  constructor(code, message = "", diagnostics = []) {
    super(message);
    this.code = code;
    this.diagnostics = diagnostics;
  }
}

export class TrialLine {
  #socket;
  #ids = 0;
  #timer = 0;
  /** @type {Map<number, {resolve: (said: any) => void, reject: (why: Error) => void}>} */
  #waiting = new Map();
  #why = new NotDone("lost");
  #open;

  /** @param {(why: NotDone) => void} lost called once, when the line is gone */
  constructor(lost) {
    const address = new URL("api/v1/trial", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#open = new Promise((done) => {
      socket.onopen = done;
      socket.addEventListener("close", done);
    });
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => {
      clearInterval(this.#timer);
      for (const { reject } of this.#waiting.values()) reject(this.#why);
      this.#waiting.clear();
      lost(this.#why);
    };
    this.#timer = setInterval(() => this.#send({ do: "ping" }), ALIVE_MS);
  }

  close() {
    this.#why = new NotDone("closed");
    this.#socket.close();
    clearInterval(this.#timer);
  }

  /**
   * Have something done; a long text goes ahead of the command in pieces.
   * @param {string} what @param {Record<string, unknown>} [more] @param {string} [text]
   * @returns {Promise<any>} rejected with {@link NotDone}
   */
  async ask(what, more = {}, text = "") {
    await this.#open;
    if (this.#socket.readyState !== WebSocket.OPEN) throw this.#why;
    for (const part of piecesOf(text)) this.#send({ do: "text", part });
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ ...more, do: what, id });
    });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {any} heard */
  #hear({ type, id, said, detail, diagnostics, code }) {
    if (type === "bye") {
      this.#why = new NotDone(code, detail);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === "done") waiting?.resolve(said);
    else waiting?.reject(new NotDone(type, detail, diagnostics));
  }
}

/** A text in pieces that fit into a message each, whatever is in it. @param {string} text */
const piecesOf = (text) => text.match(new RegExp(`[^]{1,${PIECE}}`, "gu")) ?? [];
