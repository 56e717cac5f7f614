/**
 * A hero in a link: whoever opens it sees the hero and cannot change it. The hero travels in the
 * part of the address that no server is sent; nothing is kept anywhere.
 */

import { href } from "../router.js";

/** @typedef {{hero: import("./api.js").Hero, rulebooks: string[]}} Shared */

/** Letters of a link that is still read. */
const LONGEST = 60_000;

/** @param {Shared} shared @returns {Promise<string>} */
export async function linkTo({ hero, rulebooks }) {
  const { portrait: _, foreign: __, ...told } = hero;
  const bytes = new TextEncoder().encode(JSON.stringify({ hero: told, rulebooks }));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...packed));
  const code = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return new URL(href(["heroes", "shared", code]), location.href).href;
}

/** @param {string} code @returns {Promise<Shared>} */
export async function sharedBy(code) {
  if (code.length > LONGEST) throw new SyntaxError("too long");
  const text = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const plain = await through(bytes, new DecompressionStream("deflate-raw"));
  const { hero, rulebooks } = JSON.parse(new TextDecoder().decode(plain));
  if (typeof hero !== "object" || !Array.isArray(rulebooks)) throw new SyntaxError("no hero");
  return { hero, rulebooks: rulebooks.map(String) };
}

/** @param {Uint8Array} bytes @param {any} way @returns {Promise<Uint8Array>} */
async function through(bytes, way) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(way);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
