/** Percent-decodes `text`, or returns it unchanged if it is not encoded correctly. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
