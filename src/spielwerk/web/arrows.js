/** The change of x and y for each arrow key; y grows downwards.
 * @type {Record<string, [number, number] | undefined>}
 */
export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
