import { readStep } from '../../support/read-step.ts';

/** The inputs of a step with `given` and the required inputs. */
export function inputsOf(given: Readonly<Record<string, string>> = {}): ReturnType<typeof readStep> {
  const all = {
    'api-key': 'key-0123',
    'base-url': 'https://api.example.com',
    url: 'https://a.example',
    ...given,
  };
  const texts = new Map(Object.entries(all));
  return readStep((name) => texts.get(name) ?? '');
}
