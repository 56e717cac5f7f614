/**
 * How a spe_ed board and the pictures behind a decision look on a canvas. Cells go in as bytes, one
 * a cell.
 */

/**
 * @typedef {object} Racer
 * @property {number} x
 * @property {number} y
 * @property {string} direction
 * @property {number} speed
 * @property {boolean} active
 * @property {string} [name]
 */

/** The colours of trails by player, told apart by bright and dark, too; index 0 is a free cell. */
export const TRAILS = ["#10141a", "#e5484d", "#3b82f6", "#46c46b", "#f5c542", "#b57bee", "#2fc7c7"];
const COLLISION = 255;
const WALL = [74, 82, 92];
const NOTHING = [16, 20, 26];
const CELL = 14;
/** Around a board, so that marks at its edge are whole. */
const RIM = 10;
const EDGE = "#3a424d";

/** The stops of the heat: dark red for little, over orange to pale yellow for much. */
const STOPS = [
  [30, 4, 12],
  [120, 10, 30],
  [214, 48, 26],
  [247, 139, 36],
  [252, 214, 88],
  [255, 252, 224],
];

/** The colour of a shade from 1 to 255. @param {number} shade */
export function heat(shade) {
  const place = ((shade - 1) / 254) * (STOPS.length - 1);
  const low = Math.min(Math.floor(place), STOPS.length - 2);
  return STOPS[low].map((part, index) =>
    Math.round(part + (STOPS[low + 1][index] - part) * (place - low)),
  );
}

/**
 * Draw a board with its racers' heads.
 * @param {HTMLCanvasElement} canvas @param {Uint8Array} cells @param {number} width
 * @param {number} height
 * @param {Record<string, Racer>} racers
 */
export function paintBoard(canvas, cells, width, height, racers) {
  const brush = rimmed(canvas, width, height);
  brush.strokeStyle = "#ffffff0d";
  brush.lineWidth = 1;
  brush.beginPath();
  for (let x = 1; x < width; x++) brush.rect(x * CELL, 0, 0, height * CELL);
  for (let y = 1; y < height; y++) brush.rect(0, y * CELL, width * CELL, 0);
  brush.stroke();
  cells.forEach((cell, place) => {
    if (!cell) return;
    brush.fillStyle = cell === COLLISION ? "#ffffff" : TRAILS[cell];
    brush.fillRect((place % width) * CELL, Math.floor(place / width) * CELL, CELL, CELL);
  });
  for (const [number, racer] of Object.entries(racers))
    paintHead(brush, racer, TRAILS[Number(number)]);
}

/**
 * An empty board with its rim; what is drawn then begins at its upper left cell.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height
 */
function rimmed(canvas, width, height) {
  const brush = sized(canvas, width * CELL + 2 * RIM, height * CELL + 2 * RIM);
  brush.fillStyle = TRAILS[0];
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.translate(RIM, RIM);
  brush.strokeStyle = EDGE;
  brush.lineWidth = 2;
  brush.strokeRect(-1, -1, width * CELL + 2, height * CELL + 2);
  return brush;
}

/** @param {CanvasRenderingContext2D} brush @param {Racer} racer @param {string} colour */
function paintHead(brush, racer, colour) {
  const turn = ["up", "right", "down", "left"].indexOf(racer.direction) * (Math.PI / 2);
  brush.save();
  brush.translate((racer.x + 0.5) * CELL, (racer.y + 0.5) * CELL);
  brush.rotate(turn);
  brush.lineWidth = 2;
  brush.strokeStyle = racer.active ? "#ffffff" : colour;
  brush.fillStyle = racer.active ? colour : TRAILS[0];
  brush.beginPath();
  if (racer.active) {
    brush.moveTo(0, -CELL * 0.95);
    brush.lineTo(CELL * 0.8, CELL * 0.7);
    brush.lineTo(-CELL * 0.8, CELL * 0.7);
    brush.closePath();
    brush.fill();
  } else {
    for (const side of [-1, 1]) {
      brush.moveTo(-CELL * 0.6, side * CELL * 0.6);
      brush.lineTo(CELL * 0.6, -side * CELL * 0.6);
    }
  }
  brush.stroke();
  brush.restore();
}

/**
 * Draw a picture: shades where it says something, trails in grey, and a ring around the deciding
 * racer.
 * @param {HTMLCanvasElement} canvas @param {Uint8Array} shades @param {Uint8Array} cells
 * @param {number} width @param {number} height
 * @param {Racer} racer
 */
export function paintHeat(canvas, shades, cells, width, height, racer) {
  const small = document.createElement("canvas");
  const brush = sized(small, width, height);
  const image = brush.createImageData(width, height);
  shades.forEach((shade, place) => {
    const colour = cells[place] ? WALL : shade ? heat(shade) : NOTHING;
    image.data.set([...colour, 255], place * 4);
  });
  brush.putImageData(image, 0, 0);
  const large = rimmed(canvas, width, height);
  large.imageSmoothingEnabled = false;
  large.drawImage(small, 0, 0, width * CELL, height * CELL);
  large.strokeStyle = "#4cc9f0";
  large.lineWidth = 3;
  large.beginPath();
  large.arc((racer.x + 0.5) * CELL, (racer.y + 0.5) * CELL, CELL, 0, 2 * Math.PI);
  large.stroke();
}

/**
 * All canvases with their names in one picture.
 * @param {{name: string, canvas: HTMLCanvasElement}[]} pictures @param {string} title
 */
export function contactSheet(pictures, title) {
  const gap = 16,
    head = 28,
    columns = Math.min(3, pictures.length);
  const { width, height } = pictures[0].canvas;
  const sheet = document.createElement("canvas");
  const rows = Math.ceil(pictures.length / columns);
  const brush = sized(
    sheet,
    columns * (width + gap) + gap,
    rows * (height + head + gap) + head + gap,
  );
  brush.fillStyle = "#1b2027";
  brush.fillRect(0, 0, sheet.width, sheet.height);
  brush.fillStyle = "#ffffff";
  brush.font = "18px sans-serif";
  brush.fillText(title, gap, head);
  pictures.forEach(({ name, canvas }, index) => {
    const x = gap + (index % columns) * (width + gap);
    const y = head + gap + Math.floor(index / columns) * (height + head + gap);
    brush.fillText(name, x, y + head - 9);
    brush.drawImage(canvas, x, y + head);
  });
  return sheet;
}

/** @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
function sized(canvas, width, height) {
  canvas.width = width;
  canvas.height = height;
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}
