/**
 * The studio's line to the language server: one text is kept the same there as here, questions go
 * out, answers and problems come back. It comes back by itself when it is lost; while it is, every
 * question is refused, and the editor does without.
 */

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;
const ALIVE_MS = 50_000;
const PIECE = 9_000;
/** Characters whose lines the two sides would count differently; each is sent as a space. */
// eslint-disable-next-line no-control-regex
const ODD = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

/** @typedef {{line: number, character: number}} Position */
/** @typedef {{start: Position, end: Position}} Range */
/** @typedef {{range: Range, newText: string}} Edit */
/** @typedef {"connecting" | "live" | "lost" | "none"} LinkState none where none is made */

/** A question that was not answered. */
export class Unanswered extends Error {
  /** @param {string} code @param {string} [message] */
  constructor(code, message = "") {
    super(message);
    this.code = code;
  }
}

export class LanguageLink {
  /** @type {LinkState} */
  state = "connecting";
  /** How often the text changed. */
  version = 0;
  #socket = /** @type {WebSocket | null} */ (null);
  #tries = 0;
  #ids = 0;
  /** @type {Map<number, {resolve: (found: any) => void, reject: (why: Error) => void}>} */
  #waiting = new Map();
  #timers = { retry: 0, alive: 0 };

  /**
   * @param {import("../api.js").RuleLanguage} language
   * @param {() => string} text the text as it is now
   * @param {(problems: any[], version: number) => void} onProblems
   * @param {() => void} onState
   */
  constructor(language, text, onProblems, onState) {
    this.language = language;
    this.file = `rules${language.suffixes[0] ?? ""}`;
    this.uri = `inmemory:///${this.file}`;
    this.text = text;
    this.onProblems = onProblems;
    this.onState = onState;
    this.#connect();
    addEventListener("online", this.retry);
    this.#timers.alive = setInterval(
      () => document.visibilityState === "visible" && this.#tell("$/setTrace", { value: "off" }),
      ALIVE_MS,
    );
  }

  close() {
    clearInterval(this.#timers.alive);
    clearTimeout(this.#timers.retry);
    removeEventListener("online", this.retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#refuseAll();
  }

  /** Try again at once. */
  retry = () => {
    if (this.state !== "lost") return;
    clearTimeout(this.#timers.retry);
    this.#connect();
  };

  /**
   * Ask about the text.
   * @param {string} method @param {Record<string, unknown>} [more]
   * @returns {Promise<any>} rejected with {@link Unanswered}
   */
  ask(method, more = {}) {
    return this.state === "live"
      ? this.#ask(method, { textDocument: { uri: this.uri }, ...more })
      : Promise.reject(new Unanswered("lost"));
  }

  /**
   * Tell what changed; `doc` is the text before.
   * @param {any} doc @param {any} changes
   */
  changed(doc, changes) {
    this.version++;
    if (this.state !== "live") return;
    /** @type {{range: Range, text: string}[]} */
    const edits = [];
    changes.iterChanges(
      (/** @type {number} */ from, /** @type {number} */ to, _f = 0, _t = 0, inserted = "") =>
        edits.unshift({
          range: { start: positionAt(doc, from), end: positionAt(doc, to) },
          text: String(inserted).replace(ODD, " "),
        }),
    ); // the last first, so that the places of the others stay as they are
    if (edits.reduce((size, edit) => size + edit.text.length + 100, 0) > PIECE) this.#rewrite();
    else this.#change(edits);
  }

  #connect() {
    const address = new URL("api/v1/language", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  async #greet() {
    try {
      await this.#ask("initialize", {
        processId: null,
        rootUri: null,
        locale: document.documentElement.lang,
        capabilities: {},
      });
    } catch {
      return; // the line is lost again, and will be tried again
    }
    this.#tell("initialized", {});
    const item = { uri: this.uri, languageId: this.language.name, version: 0, text: "" };
    this.#tell("textDocument/didOpen", { textDocument: item });
    this.#tries = 0;
    this.#rewrite();
    this.#become("live");
  }

  /** Send the whole text, in pieces that a message may have. */
  #rewrite() {
    const text = this.text().replace(ODD, " ");
    let end = { line: 0, character: 0 };
    for (let start = 0; start === 0 || start < text.length;) {
      const piece = pieceAt(text, start);
      this.#change([start ? { range: { start: end, end }, text: piece } : { text: piece }]);
      const lines = piece.split("\n");
      const last = lines[lines.length - 1].length;
      end = {
        line: end.line + lines.length - 1,
        character: lines.length > 1 ? last : end.character + last,
      };
      start += piece.length || 1;
    }
  }

  /** @param {object[]} contentChanges */
  #change(contentChanges) {
    const textDocument = { uri: this.uri, version: this.version };
    this.#tell("textDocument/didChange", { textDocument, contentChanges });
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  #ask(method, params) {
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  /** @param {string} method @param {object} params */
  #tell(method, params) {
    this.#send({ method, params });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** @param {any} message */
  #hear({ id, method, params, result, error }) {
    if (method === "textDocument/publishDiagnostics") {
      if (params.uri === this.uri) this.onProblems(params.diagnostics, params.version);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Unanswered("refused", error.message));
    else waiting?.resolve(result);
  }

  #lost() {
    this.#refuseAll();
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.#tries++, LAST_RETRY_MS);
    this.#timers.retry = setTimeout(() => this.#connect(), delay);
    this.#become("lost");
  }

  #refuseAll() {
    for (const { reject } of this.#waiting.values()) reject(new Unanswered("lost"));
    this.#waiting.clear();
  }

  /** @param {LinkState} state */
  #become(state) {
    this.state = state;
    this.onState();
  }
}

/** As much of a text as fits into one message. @param {string} text @param {number} start */
function pieceAt(text, start) {
  let size = PIECE;
  for (;;) {
    let end = start + size;
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? "")) end--; // both halves of a character together
    const piece = text.slice(start, end);
    if (new TextEncoder().encode(JSON.stringify(piece)).length < 14_000) return piece;
    size = Math.floor(size / 2);
  }
}

/** An offset as a position. @param {any} doc @param {number} at @returns {Position} */
export function positionAt(doc, at) {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

/** The offset of a position. @param {any} doc @param {Position} position */
export function offsetAt(doc, { line, character }) {
  const found = doc.line(Math.min(line + 1, doc.lines));
  return Math.min(found.from + character, found.to);
}
