/** JSON as it came: it needs neither to be written anew nor to be held as objects for that. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
