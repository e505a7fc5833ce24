import { afterEach, describe, expect, it, vi } from "vitest";
import type { Numbers, Setup } from "../src/shared/protocol";
import { withNumbers } from "../src/setup/numbers";
import { defaults, hasNumbers, withNumber } from "../src/setup/setup";

vi.mock("../src/shared/i18n.svelte", () => ({ t: (id: string) => id, tOr: (id: string) => id }));
vi.mock("../src/shared/words", () => ({ partName: (part: string) => part }));
vi.mock("../src/setup/messages", () => ({ loadMessages: () => Promise.resolve() }));

const setup: Setup = { game: "carcassonne", expansions: [], seats: 2, options: {} };

function answer(numbers: Partial<Numbers>): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(numbers))));
}

describe("numbers of figures and tiles", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("keep only those that differ from the printed ones", () => {
    const chosen = withNumber(undefined, "pig", 2, 1);
    expect(chosen).toEqual({ pig: 2 });
    expect(withNumber(chosen, "builder", 0, 1)).toEqual({ pig: 2, builder: 0 });
    expect(withNumber(chosen, "pig", 1, 1)).toEqual({});
    expect(hasNumbers(defaults())).toBe(false);
    expect(hasNumbers({ ...defaults(), figures: {}, sets: {} })).toBe(false);
    expect(hasNumbers({ ...defaults(), figures: chosen })).toBe(true);
    expect(hasNumbers({ ...defaults(), copies: 3 })).toBe(true);
  });

  it("reach the set-up as the server returns them", async () => {
    answer({ setup: { ...setup, figures: { follower: 9 } }, problem: null });
    expect(await withNumbers(setup, { ...defaults(), figures: { follower: 9, pig: 3 } })).toEqual({ ...setup, figures: { follower: 9 } });
    expect(await withNumbers(setup, defaults())).toBe(setup);
  });

  it("are refused with the server's reason", async () => {
    const problem = { reason: "other", what: null, count: null, most: null, message: "no" } as const;
    answer({ setup, problem });
    const choices = { ...defaults(), copies: 99 };
    await expect(withNumbers(setup, choices)).rejects.toMatchObject({ code: "bad_numbers", message: "no" });
    answer({ setup, problem: { ...problem, reason: "no_start" } });
    await expect(withNumbers(setup, choices)).rejects.toMatchObject({ message: "numbers-problem-no_start" });
  });
});
