/** Draw a casino: a palette, the map, and what is wrong with it, field by field. */

import { Casino, placeName } from "./casino.js";
import { Sign } from "./casino-signs.js";
import { SheetBar, SheetFindings, SheetUse } from "./sheet-parts.js";
import { findingText } from "./findings.js";
import {
  FIELDS,
  insertColumn,
  insertRow,
  LARGEST,
  paint,
  removeColumn,
  removeRow,
  widthOf,
} from "./scenario.js";
import { useSheet } from "./sheet.js";
import { fieldAbout, fieldName } from "./vocabulary.js";
import { html, useEffect, useMemo, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @typedef {import("./scenario.js").Place} Place */
/** @typedef {import("./scenario.js").Rows} Rows */

const ZOOMS = [1, 1.5, 2.25];
/** Beside the fields one can paint: cutting a row off, and moving the map instead of painting. */
const CUT = "CUT",
  MOVE = "MOVE";
const TOOLS = [...FIELDS, CUT, MOVE];

/** @param {{first: import("./sheet.js").Page, sets: string[]}} props */
export function ScenarioEditor({ first, sets }) {
  const sheet = useSheet("scenario", first);
  const rows = /** @type {Rows} */ (sheet.value);
  const [tool, setTool] = useState("WALL");
  const [zoom, setZoom] = useState(ZOOMS[0]);
  const [wanted, go] = useState(/** @type {Place} */ ({ x: 1, y: 1 }));
  const at = {
    x: Math.min(wanted.x, widthOf(rows), LARGEST - 1),
    y: Math.min(wanted.y, rows.length, LARGEST - 1),
  };
  const marks = useMemo(
    () => marksOf(sheet.findings),
    [sheet.findings, document.documentElement.lang],
  );
  const draw = (/** @type {Place} */ place, /** @type {string} */ stroke) =>
    tool !== MOVE && sheet.change((old) => paint(old, place, tool === CUT ? null : tool), stroke);
  useToolKeys(setTool);
  const jump = (/** @type {import("./files.js").Finding} */ { part }) => {
    if (part?.[0] !== "scenario" || part.length < 2) return;
    const place = { x: Number(part[2] ?? 0), y: Number(part[1]) };
    go(place);
    showPlace(place);
  };
  return html`
    <${SheetBar} sheet=${sheet} sets=${sets} />
    <div class="sheet">
      <section class="panel drawing">
        <${Palette} tool=${tool} onTool=${setTool} counts=${countsOf(rows)} />
        <${Casino}
          rows=${rows}
          at=${at}
          onGo=${go}
          onPaint=${draw}
          marks=${marks}
          draws=${tool !== MOVE}
          zoom=${zoom}
        />
        <${Ruler} rows=${rows} at=${at} zoom=${zoom} onZoom=${setZoom} onChange=${sheet.change} />
        <p id="casino-keys" class="muted small">${t("spyedit.map.keys")}</p>
      </section>
      <div class="stack">
        <${SheetFindings} sheet=${sheet} where=${whereOf} onJump=${jump} />
        <${SheetUse} sheet=${sheet} commands=${["spielwerk play", "server055 -s"]} />
      </div>
    </div>
  `;
}

/** Tools are chosen by their number. @param {(tool: string) => void} choose */
function useToolKeys(choose) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const chosen = TOOLS[Number(event.key) - 1];
      const busy = event.ctrlKey || event.metaKey || event.altKey;
      if (chosen && !busy && !(event.target instanceof HTMLInputElement)) choose(chosen);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** @param {Place} place */
function showPlace(place) {
  const cell = /** @type {HTMLElement | null} */ (
    document.querySelector(`[data-place="${placeName(place)}"]`)
  );
  cell?.scrollIntoView({ block: "center", inline: "center" });
  cell?.focus({ preventScroll: true });
}

/** @param {{tool: string, onTool: (tool: string) => void, counts: Record<string, number>}} props */
function Palette({ tool, onTool, counts }) {
  const about =
    tool === CUT
      ? t("spyedit.cut.about")
      : tool === MOVE
        ? t("spyedit.move.about")
        : fieldAbout(tool);
  return html`<div class="palette">
    <div class="palette-tools" role="group" aria-label=${t("spyedit.palette")}>
      ${TOOLS.map(
        (one, index) => html`<button
          type="button"
          class="brush"
          data-tool=${one}
          aria-pressed=${tool === one}
          aria-keyshortcuts=${String(index + 1)}
          onClick=${() => onTool(one)}
        >
          <span class=${`swatch casino-cell is-${one}`} aria-hidden="true">
            ${one === CUT ? "✂" : one === MOVE ? "✥" : html`<${Sign} field=${one} />`}
          </span>
          <span>
            ${one === CUT ? t("spyedit.cut") : one === MOVE ? t("spyedit.move") : fieldName(one)}
          </span>
          <kbd aria-hidden="true">${index + 1}</kbd>
          ${one in counts && html`<span class="count" aria-hidden="true">${counts[one]}</span>`}
        </button>`,
      )}
    </div>
    <p class="muted small" aria-live="polite">${about}</p>
  </div>`;
}

/**
 * Rows and columns at the current field.
 * @param {object} props
 * @param {Rows} props.rows
 * @param {Place} props.at
 * @param {number} props.zoom
 * @param {(zoom: number) => void} props.onZoom
 * @param {(update: (rows: Rows) => Rows) => void} props.onChange
 */
function Ruler({ rows, at, zoom, onZoom, onChange }) {
  const button = (
    /** @type {string} */ sign,
    /** @type {string} */ name,
    /** @type {(rows: Rows) => Rows} */ update,
  ) => html`<button
    type="button"
    class="button little"
    aria-label=${name}
    title=${name}
    onClick=${() => onChange(update)}
  >
    ${sign}
  </button>`;
  return html`<div class="ruler">
    <fieldset>
      <legend>${t("spyedit.row", { n: at.y })}</legend>
      <span class="row tight">
        ${button("+ ↑", t("spyedit.row.above"), (old) => insertRow(old, at.y))}
        ${button("+ ↓", t("spyedit.row.below"), (old) => insertRow(old, at.y + 1))}
        ${button("✕", t("spyedit.row.remove"), (old) => removeRow(old, at.y))}
      </span>
    </fieldset>
    <fieldset>
      <legend>${t("spyedit.column", { n: at.x })}</legend>
      <span class="row tight">
        ${button("← +", t("spyedit.column.left"), (old) => insertColumn(old, at.x))}
        ${button("+ →", t("spyedit.column.right"), (old) => insertColumn(old, at.x + 1))}
        ${button("✕", t("spyedit.column.remove"), (old) => removeColumn(old, at.x))}
      </span>
    </fieldset>
    <fieldset>
      <legend>${t("spyedit.size", { width: widthOf(rows), height: rows.length })}</legend>
      <span class="row tight">
        ${ZOOMS.map(
          (one) => html`<button
            type="button"
            class="button little"
            aria-pressed=${zoom === one}
            onClick=${() => onZoom(one)}
          >
            ${t("spyedit.zoom", { n: Math.round(one * 100) })}
          </button>`,
        )}
      </span>
    </fieldset>
  </div>`;
}

/**
 * @param {import("./files.js").Finding[]} findings
 * @returns {Map<string, import("./casino.js").Mark>}
 */
function marksOf(findings) {
  const single = findings.filter((one) => one.part?.length === 3);
  return new Map(
    single.map((one) => [
      `${one.part?.[2]}/${one.part?.[1]}`,
      { severity: one.severity, message: findingText(one).message },
    ]),
  );
}

/** @param {import("./files.js").Finding} finding */
function whereOf({ part }) {
  if (part?.length === 3) return t("spyedit.at.field", { place: `${part[2]}/${part[1]}` });
  return part?.length === 2 ? t("spyedit.row", { n: part[1] }) : t("spyedit.at.all");
}

/** @param {Rows} rows @returns {Record<string, number>} */
function countsOf(rows) {
  const counts = Object.fromEntries(FIELDS.map((field) => [field, 0]));
  for (const field of rows.flat()) counts[field] = (counts[field] ?? 0) + 1;
  return counts;
}
