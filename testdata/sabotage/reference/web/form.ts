// parseAmount is gone; validateAmount took its place.
const hint = "roundAmount is done by the server";

export function validateAmount(text: string): number {
  if (!/^-?\d+$/.test(text)) {
    throw new TypeError(`not an amount: ${text}. ${hint}`);
  }
  return Number.parseInt(text, 10);
}
