/**
 * The order of the test files: the slowest come first, so that none of them runs alone at the end. Jest only knows how long
 * each took the last time, and a fresh checkout has no last time.
 */
import Sequencer from '@jest/test-sequencer';

/**
 * Slowest first, those that wait beside those that compute, so that the cores are always busy. A file that is missing here
 * only costs time.
 */
const longest = [
  'e2e/faults/service-faults',
  'e2e/hostile/oversized-answers',
  'e2e/many-targets',
  'slow/dist',
  'e2e/report-missing',
  'e2e/hostile/hostile-results',
  'e2e/re-run',
  'e2e/publishing/comment-faults',
  'e2e/faults/endless-headers',
  'e2e/cancel/every-stage',
  'e2e/reports/comment-while-running',
  'slow/hostile-pages',
  'e2e/faults/lost-start',
  'e2e/cancel/large-answer',
  'e2e/timeout',
  'slow/huge-texts',
  'slow/fast-time',
  'e2e/publishing/status-of-a-run',
  'e2e/events/every-event',
  'slow/hostile-messages',
  'e2e/enterprise/behind-a-proxy',
  'slow/policy-length',
].map((name) => `/test/${name}.test.ts`);

function rank({ path }) {
  const place = longest.findIndex((end) => path.replaceAll('\\', '/').endsWith(end));
  return place < 0 ? longest.length : place;
}

// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default class LongestFirst extends Sequencer {
  sort(tests) {
    // Files of equal rank keep Jest's own order.
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
