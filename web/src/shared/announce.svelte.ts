// Screen reader announcements for changes that are otherwise only visible.

const live = $state({ text: "" });

export const announced = (): string => live.text;

export function announce(text: string): void {
  live.text = text;
}
