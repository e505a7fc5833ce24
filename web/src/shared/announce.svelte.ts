// What a screen reader should say when something happens that the eyes would see.

const live = $state({ text: "" });

export const announced = (): string => live.text;

export function announce(text: string): void {
  live.text = text;
}
