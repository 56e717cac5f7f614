/** The studio around one text of rules: the editor, what is wrong, and what one can do with it. */

import { Editor, goTo } from "../parts/editor.js";
import { EditorView } from "../vendor/codemirror.js";
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { useCheck, useLink } from "./check.js";
import { doingsFor } from "./doings.js";
import { DraftKeeper } from "./drafts.js";
import { Health } from "./health.js";
import { helped } from "./help.js";
import { Outline, useOutline } from "./outline.js";
import { Picture, usePicture } from "./picture.js";
import { RecipeNote } from "./recipe.js";
import { AnswerShown, Tools } from "./tools.js";
import { trialGutter } from "./trial/gutter.js";
import { useTrial } from "./trial/match.js";
import { Time } from "./trial/time.js";
import { showing, TrialShown } from "./trial/trial.js";
import { Tutorial } from "./tutorial.js";
import { isFine, Verdict, wordingOf } from "./verdict.js";
import { waysWith } from "./ways.js";

/** @typedef {import("../pages/write.js").Writing} Writing */

/** @param {{writing: Writing, startOver: () => void}} props */
export function Studio({ writing, startOver }) {
  const { language, original } = writing;
  const [text, setText] = useState(writing.text);
  const [line, setLine] = useState(1);
  const [answer, setAnswer] = useState(/** @type {import("./doings.js").Answer | null} */ (null));
  const view = useRef(/** @type {any} */ (null));
  const keeper = useKeeper(writing);
  const help = useLink(language, view);
  const check = useCheck(text, language, view, help);
  const doings = useMemo(() => doingsFor(help.link, view, setAnswer), []);
  const trial = useTrial(writing, view);
  const extensions = useMemo(() => extensionsFor(help, doings, setLine, trial), []);
  const marks = useMemo(() => marksOf(check.findings), [check.findings]);
  const changed = (/** @type {string} */ now) => (keeper.changed(now), setText(now));
  return html`<div class=${`studio ${trial.going ? "trying" : ""}`}>
    <${Learning} writing=${writing} text=${text} view=${view} />
    <section class="studio-text">
      <div class="studio-desk">
        ${help.state !== "none" && html`<${Tools} doings=${doings} state=${help.state} />`}
        <${Editor}
          language=${language}
          text=${writing.text}
          marks=${marks}
          extensions=${extensions}
          onChange=${changed}
          onReady=${(/** @type {any} */ made) => (view.current = made)}
        />
        ${trial.shown && html`<${Time} trial=${trial} show=${showing(view)} />`}
        ${answer && html`<${AnswerShown}
          answer=${answer}
          view=${view}
          doings=${doings}
          close=${() => setAnswer(null)}
        />`}
        ${text !== original && html`<${DraftNote}
          keeper=${keeper}
          startOver=${() => (keeper.changed(original), startOver())}
        />`}
      </div>
    </section>
    <section class="studio-side">
      <${Verdict}
        check=${check}
        show=${(/** @type {any} */ one) => goTo(view.current, one.from)}
        ways=${{ ...trial.ways, ...waysWith(text, language) }}
      />
    </section>
    ${trial.going && html`<${TrialShown}
      trial=${trial}
      view=${view}
      text=${text}
      writing=${writing}
    />`}
    ${help.state !== "none" && html`<${Views} help=${help} line=${line} view=${view} />`}
    <${Examination} text=${text} language=${language} check=${check} view=${view} />
  </div>`;
}

/**
 * What stands in the editor beside the text: help, the line of the cursor, breakpoints.
 * @param {ReturnType<typeof useLink>} help @param {any} doings @param {(line: number) => void} tell
 * @param {import("./trial/match.js").Trial} trial
 */
const extensionsFor = (help, doings, tell, trial) => [
  ...helped(() => help.link.current, doings),
  following(tell),
  ...(trial.plays ? trialGutter(trial.toggle) : []),
];

/**
 * What one learns from beside the text, if anything.
 * @param {{writing: Writing, text: string, view: {current: any}}} props
 */
function Learning({ writing: { tutorial, recipe }, text, view }) {
  if (!tutorial && !recipe) return null;
  return html`<div class="studio-learn">
    ${tutorial && html`<${Tutorial} tutorial=${tutorial} text=${text} view=${view} />`}
    ${recipe && html`<${RecipeNote} recipe=${recipe} text=${text} />`}
  </div>`;
}

/** The health of a game, where the text is one. @param {any} props */
function Examination({ text, language, check, view }) {
  if (!language.plays) return null;
  return html`<${Fold} name="health" title=${t("health.title")}>
    <${Health} text=${text} language=${language} fine=${isFine(check)} view=${view} />
  <//>`;
}

/**
 * The text seen otherwise: as a picture, and as a tree.
 * @param {{help: ReturnType<typeof useLink>, line: number, view: {current: any}}} props
 */
function Views({ help, line, view }) {
  const parts = useOutline(help.link, help.told);
  const picture = usePicture(help.link, help.told);
  return html`
    <${Fold} name="picture" title=${t("write.picture")}>
      <${Picture}
        picture=${picture}
        link=${help.link}
        told=${help.told}
        line=${line}
        file=${help.link.current?.file ?? ""}
        view=${view}
      />
    <//>
    <${Fold} name="structure" title=${t("write.structure")}>
      <${Outline} parts=${parts} line=${line} view=${view} />
    <//>
  `;
}

/** Says in which line the cursor is. @param {(line: number) => void} tell */
const following = (tell) =>
  EditorView.updateListener.of(
    ({ selectionSet, docChanged, state } = /** @type {any} */ ({})) =>
      (selectionSet || docChanged) && tell(state.doc.lineAt(state.selection.main.head).number),
  );

/** @param {{keeper: DraftKeeper, startOver: () => void}} props */
function DraftNote({ keeper, startOver }) {
  return html`<p class="draft-note small muted">
    ${t(keeper.works ? "write.draft" : "write.nodraft")}
    <button type="button" class="button quiet" onClick=${startOver}>${t("write.over")}</button>
  </p>`;
}

/** A panel that folds; on small windows it begins folded. @param {any} props */
function Fold({ name, title, children }) {
  const wide = useMemo(() => matchMedia("(width > 62rem)").matches, []);
  return html`<details class=${`panel studio-fold studio-${name}`} open=${wide}>
    <summary>${title}</summary>
    ${children}
  </details>`;
}

/** Findings as the editor marks them. @param {import("./verdict.js").Finding[]} findings */
const marksOf = (findings) =>
  findings.map((finding) => {
    const { from, to, severity, fixes } = finding;
    const { message, hint } = wordingOf(finding);
    return {
      from,
      to,
      severity,
      message: [message, hint].filter(Boolean).join("\n"),
      actions: fixes.map(({ title, apply }) => ({ name: title, apply })),
    };
  });

/** Keeps what is written for as long as the studio is open. @param {Writing} writing */
function useKeeper(writing) {
  const keeper = useMemo(() => new DraftKeeper(writing), []);
  useEffect(() => {
    addEventListener("pagehide", keeper.flush);
    return () => (keeper.flush(), removeEventListener("pagehide", keeper.flush));
  }, []);
  return keeper;
}
