/** One's account and where one is logged in: the server's interface to both. */

import { call, forget, remember } from "./api.js";
import { forgetInvitations } from "./invitations.js";
import { change } from "./settings.js";

/**
 * @typedef {object} SessionLine
 * @property {string} session
 * @property {number} begun
 * @property {number} used
 * @property {string} browser
 * @property {string} system
 * @property {boolean} current
 */
/** @typedef {import("./api.js").Me & {recovery: string}} Newcomer who should write a code down */

/** @param {string} name @param {string} password @returns {Promise<Newcomer>} */
export const register = async (name, password) =>
  remember(await call("POST", "/accounts", { name, password }));

/** @param {string} name @param {string} password */
export const login = async (name, password) =>
  remember(await call("POST", "/sessions", { name, password }));

/** @param {string} old @param {string} fresh */
export const changePassword = async (old, fresh) =>
  remember(await call("PUT", "/accounts/me/password", { old, new: fresh }));

/**
 * Another password by the code that one wrote down.
 * @param {string} name @param {string} code @param {string} fresh
 * @returns {Promise<Newcomer>}
 */
export const recover = async (name, code, fresh) =>
  remember(await call("POST", "/accounts/recovery", { name, code, new: fresh }));

/** Another code. @param {string} password @returns {Promise<{recovery: string}>} */
export const renewCode = (password) => call("POST", "/accounts/me/recovery", { password });

/** Here, or wherever one is logged in. @param {boolean} [everywhere] */
export async function logout(everywhere = false) {
  await call("DELETE", everywhere ? "/sessions?everywhere=true" : "/sessions");
  leave();
}

/** For good. @param {string} password */
export async function deleteAccount(password) {
  await call("POST", "/accounts/me/deletion", { password });
  leave();
}

/** This browser forgets who one was; what is being written in it stays. */
function leave() {
  forgetInvitations();
  forget();
  change({ name: "" });
}

/** @returns {Promise<SessionLine[]>} */
export const mySessions = () => call("GET", "/accounts/me/sessions");
/** @param {string} session */
export const endSession = (session) => call("DELETE", `/accounts/me/sessions/${session}`);

/**
 * What an operator does with somebody's account.
 * @param {string} what `logout`, `close` or `reopen` @param {string} name
 */
export const actOnAccount = (what, name) => call("POST", `/operator/accounts/${what}`, { name });
