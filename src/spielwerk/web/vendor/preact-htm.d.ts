export type Node = unknown;
export const html: (parts: TemplateStringsArray, ...values: unknown[]) => any;
export function render(what: Node, where: Element): void;
export function useState<T>(first: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(first: T): { current: T };
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
