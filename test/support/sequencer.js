/**
 * The order of the test files: those that take longest come first, so that none of them is alone at the end. Jest knows
 * how long each took from the last time only, and a fresh checkout has no last time.
 */
import Sequencer from '@jest/test-sequencer';

/** In the order of the time they take, most first. A name that is missing here costs time and nothing else. */
const longest = [
  'e2e/hostile/bounds',
  'e2e/faults/service-faults',
  'e2e/hostile/answers',
  'e2e/publishing/comment-faults',
  'e2e/hostile/findings',
  'e2e/cancel/signals',
  'e2e/events/events',
  'slow/dist',
  'e2e/reports/live-comment',
  'e2e/reports/tracking-issue',
  'e2e/faults/lost-start',
  'e2e/hostile/secrets',
  'e2e/publishing/artifact-faults',
  'e2e/hostile/results',
  'e2e/demo',
  'e2e/reports/visibility',
  'e2e/hostile/problems',
  'slow/policy-length',
  'slow/sarif-limits',
].map((name) => `/test/${name}.test.ts`);

function rank({ path }) {
  const place = longest.findIndex((end) => path.replaceAll('\\', '/').endsWith(end));
  return place < 0 ? longest.length : place;
}

// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default class LongestFirst extends Sequencer {
  sort(tests) {
    // Jest's own order stays where the ranks are equal.
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
