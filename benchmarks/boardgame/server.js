/**
 * Connect four on a boardgame.io server with its default settings: matches are kept in memory.
 * It prints the port it listens at.
 */

const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const COLUMNS = 7;
const ROWS = 6;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** Whether the last disc of a column is part of a line of four. */
function wins(columns, column) {
  const row = columns[column].length - 1;
  const mine = columns[column][row];
  const run = (dx, dy) => {
    let length = 0;
    for (let x = column + dx, y = row + dy; columns[x]?.[y] === mine; x += dx, y += dy) length += 1;
    return length;
  };
  return DIRECTIONS.some(([dx, dy]) => 1 + run(dx, dy) + run(-dx, -dy) >= 4);
}

const connectFour = {
  name: "connect-four",
  setup: () => ({ columns: Array.from({ length: COLUMNS }, () => []), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (!G.columns[column] || G.columns[column].length === ROWS) return INVALID_MOVE;
      G.columns[column].push(playerID);
      G.last = column;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last !== null && wins(G.columns, G.last)) return { winner: ctx.currentPlayer };
    if (G.columns.every((column) => column.length === ROWS)) return { draw: true };
  },
};

const server = Server({ games: [connectFour], origins: [Origins.LOCALHOST] });
server.run({ port: 0 }).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
