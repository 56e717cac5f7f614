/** For whoever looks after the server: what goes on, and what can be done about it. */

import { actOnAccount } from "../accounts.js";
import { banAddress, endMatch, liftBan, lookAfter } from "../api.js";
import { when } from "../moments.js";
import { Loaded } from "../parts/loaded.js";
import { Problem } from "../parts/notices.js";
import { href } from "../router.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { gameTitle, t, tOr } from "../words.js";

/**
 * @typedef {{match: string, game: string, phase: string, watching: number, origin: string}} Room
 * @typedef {{name: string, places: number, working: number, waiting: number}} Queue
 * @typedef {{origin: string, why: string, until: number}} Ban
 * @typedef {{
 *   loop_lag: number, sockets: number, processes: number, processes_most: number,
 *   rooms_in_memory: number, writes: boolean, rooms: Room[], queues: Queue[], bans: Ban[],
 * }} Glimpse
 */

const AGAIN = 5000;

export function OperatorPage() {
  const [visit, setVisit] = useState(0);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useEffect(() => {
    const timer = setInterval(() => setVisit((/** @type {number} */ n) => n + 1), AGAIN);
    return () => clearInterval(timer);
  }, []);
  const act = async (/** @type {Promise<any>} */ done) => {
    try {
      await done;
      setProblem(null);
    } catch (why) {
      setProblem(why);
    }
    setVisit((/** @type {number} */ n) => n + 1);
  };
  return html`<section class="stack">
    <h1>${t("operator.title")}</h1>
    <p class="muted">${t("operator.lead")}</p>
    ${problem && html`<${Problem} problem=${problem} />`}
    <${Loaded}
      load=${lookAfter}
      inputs=${[visit]}
      show=${(/** @type {Glimpse} */ seen) => html`<${Seen} seen=${seen} act=${act} />`}
    />
    <${BanForm} act=${act} />
    <${AccountForm} />
  </section>`;
}

/** @param {{seen: Glimpse, act: (done: Promise<any>) => void}} props */
function Seen({ seen, act }) {
  return html`<div class="stack">
    <section class="panel stack">
      <h2>${t("operator.process")}</h2>
      ${!seen.writes && html`<p class="notice warn" role="alert">${t("operator.writes.not")}</p>`}
      <p>${t("operator.lag", { ms: Math.round(1000 * seen.loop_lag) })}</p>
      <p>
        ${t("operator.counts", {
          rooms: seen.rooms_in_memory,
          sockets: seen.sockets,
          processes: seen.processes,
          most: seen.processes_most,
        })}
      </p>
      ${seen.writes && html`<p>${t("operator.writes")}</p>`}
    </section>
    <${Queues} queues=${seen.queues} />
    <section class="stack">
      <h2>${t("operator.rooms")}</h2>
      ${!seen.rooms.length && html`<p>${t("operator.rooms.none")}</p>`}
      <ul class="lines">
        ${seen.rooms.map((room) => html`<${RoomLine} key=${room.match} room=${room} act=${act} />`)}
      </ul>
    </section>
    <section class="stack">
      <h2>${t("operator.bans")}</h2>
      ${!seen.bans.length && html`<p>${t("operator.bans.none")}</p>`}
      <ul class="lines">
        ${seen.bans.map(
          (ban) => html`<li key=${ban.origin}>
            <span>
              <b>${ban.why || ban.origin.slice(0, 12)}</b>${" "}
              ${t("operator.until", { time: when(ban.until) })}
            </span>
            <button type="button" class="button little" onClick=${() => act(liftBan(ban.origin))}>
              ${t("operator.lift")}
            </button>
          </li>`,
        )}
      </ul>
    </section>
  </div>`;
}

/** @param {{queues: Queue[]}} props */
function Queues({ queues }) {
  return html`<section class="panel stack">
    <h2>${t("operator.queues")}</h2>
    <table class="queues">
      <thead>
        <tr>
          <th scope="col">${t("operator.queue.name")}</th>
          <th scope="col">${t("operator.queue.working")}</th>
          <th scope="col">${t("operator.queue.waiting")}</th>
        </tr>
      </thead>
      <tbody>
        ${queues.map(
          (queue) => html`<tr key=${queue.name}>
            <th scope="row">${tOr(`operator.queue.${queue.name}`, queue.name)}</th>
            <td>${t("operator.queue.places", queue)}</td>
            <td>${queue.waiting}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** @param {{room: Room, act: (done: Promise<any>) => void}} props */
function RoomLine({ room, act }) {
  const over = ["ended", "abandoned"].includes(room.phase);
  const end = () => confirm(t("operator.end.sure")) && act(endMatch(room.match));
  return html`<li>
    <span>
      <b>${gameTitle({ name: room.game, title: "" })}</b>${" "}
      <span class="muted">${t("operator.connected", { count: room.watching })}</span>
    </span>
    <span class="row">
      <span class=${`chip ${room.phase === "running" ? "on" : ""}`}>
        ${t(`phase.${room.phase}`)}
      </span>
      ${room.origin && html`<button
        type="button"
        class="button little warn"
        onClick=${() => confirm(t("operator.ban.sure")) && act(banAddress({ origin: room.origin }))}
      >
        ${t("operator.ban")}
      </button>`}
      ${!over && html`<button type="button" class="button little warn" onClick=${end}>
        ${t("operator.end")}
      </button>`}
      <a class="button little" href=${href(["match", room.match])}>${t("operator.look")}</a>
    </span>
  </li>`;
}

/** @param {{act: (done: Promise<any>) => void}} props */
function BanForm({ act }) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const { address, why, hours } = Object.fromEntries(new FormData(event.target));
    act(banAddress({ address: String(address), why: String(why), hours: Number(hours) }));
    event.target.reset();
  };
  return html`<form
    class="panel stack ban-form"
    onSubmit=${submit}
    aria-label=${t("operator.ban.form")}
  >
    <h2>${t("operator.ban.form")}</h2>
    <label class="field">
      <span>${t("operator.address")}</span>
      <input name="address" required maxlength="80" />
    </label>
    <label class="field">
      <span>${t("operator.why")}</span>
      <input name="why" maxlength="200" />
    </label>
    <label class="field">
      <span>${t("operator.hours")}</span>
      <input name="hours" type="number" min="1" max="8760" value="24" required />
    </label>
    <button class="button warn">${t("operator.ban.do")}</button>
  </form>`;
}

/** Somebody's account, by its name: its sessions end, and it is closed and opened again. */
function AccountForm() {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [done, setDone] = useState("");
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const name = String(new FormData(event.target).get("name"));
    const what = event.submitter.value;
    if (what === "close" && !confirm(t("operator.account.close.sure", { name }))) return;
    const why = await actOnAccount(what, name).then(
      () => null,
      (found) => found,
    );
    setProblem(why);
    setDone(why ? "" : t(`operator.account.${what}.done`, { name }));
  };
  return html`<form
    class="panel stack account-form"
    onSubmit=${submit}
    aria-label=${t("operator.account.form")}
    data-account
  >
    <h2>${t("operator.account.form")}</h2>
    ${problem && html`<${Problem} problem=${problem} />`}
    <label class="field">
      <span>${t("operator.account.name")}</span>
      <input name="name" required maxlength="40" autocomplete="off" />
    </label>
    <p class="row">
      ${["logout", "close", "reopen"].map(
        (what) => html`<button
          key=${what}
          value=${what}
          class=${`button ${what === "close" ? "warn" : ""}`}
        >
          ${t(`operator.account.${what}`)}
        </button>`,
      )}
    </p>
    <p role="status">${done}</p>
  </form>`;
}
