import { describe, expect, test } from '@jest/globals';
import { adviseOnArtifact } from '../../../src/publish/upload-artifact.ts';

describe('adviseOnArtifact', () => {
  const files = ['/tmp/x/a.pdf', '/tmp/x/result.json'];

  test.each([
    ['@actions/artifact v2.0.0+ are not currently supported on GHES.', 'actions/upload-artifact'],
    ['Failed to CreateArtifact: storage quota has been hit', '`retention-days`'],
    ['Unable to get the ACTIONS_RUNTIME_TOKEN env variable', 'no artifact service'],
    ['socket hang up', 'Re-run the job'],
  ])('says of "%s" what to do, and where the files are', (message, remedy) => {
    const advice = adviseOnArtifact(new Error(message), files);
    expect(advice).toContain(remedy);
    expect(advice).toContain('a.pdf, result.json');
    expect(advice).not.toContain('/tmp/x');
  });

  test.each([
    [['/x/result.json'], '(result.json) are on the runner all the same, at `result-path`.'],
    [
      ['/x/result.json', '/x/result.sarif'],
      '(result.json, result.sarif) are on the runner all the same, at `result-path` and `sarif-path`.',
    ],
    [
      ['/x/a.pdf', '/x/b.pdf', '/x/result.json', '/x/result.sarif'],
      '(a.pdf, b.pdf, result.json, result.sarif) are on the runner all the same, at `report-path`, `result-path` and `sarif-path`.',
    ],
    [['/x/a.pdf'], '(a.pdf) are on the runner all the same, at `report-path`.'],
  ])('of %j, names only the outputs that are set', (written, says) => {
    expect(adviseOnArtifact(new Error('socket hang up'), written)).toContain(`The files ${says} Re-run`);
  });
});
