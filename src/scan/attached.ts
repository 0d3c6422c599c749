/** Which target the scan is of that `scan-id` names. */

import type { Log, RunPorts } from '../core/ports.ts';
import { problemOf, SettingsError } from '../core/problem.ts';
import { systemTimeLimit } from '../core/time-limit.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanList } from '../service/wire.ts';
import { siteNameInLog } from '../settings/disclosure.ts';
import { protectTarget, type RunSetup } from '../settings/prepare.ts';
import { parseTarget, type Target } from '../settings/target-url.ts';
import { isSameTarget, targetOfScan } from './list.ts';

/** A longer URL is left out: it would fill log and outputs. */
const maxUrlLength = 2_000;
/** How long to wait for the list, which the verdict does not need, in milliseconds. */
const listLimitMs = 15_000;

/**
 * The target of an attached scan without `url`, from the scan list; `null` if it cannot be looked up. The gate needs
 * its host for the places of findings, which ignore rules may name.
 */
export async function findAttachedTarget(
  { inputs, whyNothingIsScanned }: Pick<RunSetup, 'inputs' | 'whyNothingIsScanned'>,
  client: ServiceClient,
  ports: Pick<RunPorts, 'cancelled' | 'log' | 'redactor'>,
): Promise<Target | null> {
  const { attachedScanId } = inputs.scan;
  if (attachedScanId === null || whyNothingIsScanned !== null) return null;
  using limit = systemTimeLimit(ports.cancelled, listLimitMs);
  try {
    const url = targetOfScan(await client.list(limit.signal), attachedScanId) ?? '';
    const target = url.length <= maxUrlLength ? parseTarget(url) : null;
    protectTarget(target, ports);
    return target;
  } catch (error) {
    ports.log.debug(`The target of scan ${attachedScanId} is not known: ${problemOf(error).kind}`);
    return null;
  }
}

/** @throws SettingsError if the scan of `scan-id` is of another target than `url`, if both are given */
export function refuseOtherTarget(
  list: WireScanList,
  { inputs, resolvedDisclosure }: Pick<RunSetup, 'inputs' | 'resolvedDisclosure'>,
  log: Log,
): void {
  const { attachedScanId: scanId } = inputs.scan;
  const { url: target } = inputs.target;
  if (scanId === null || target === null) return;
  const listedTarget = targetOfScan(list, scanId);
  const name = siteNameInLog(resolvedDisclosure, target.shownAddress);
  if (listedTarget === null) {
    log.notice(
      `The scan list does not hold scan ${scanId}, so it is not known whether it is of ${name}. Check \`scan-id\` if in doubt.`,
    );
  } else if (!isSameTarget(list, listedTarget, target.fullAddress)) {
    throw new SettingsError(
      `Scan ${scanId} is of another target than \`url\` (${name}). Correct \`scan-id\`, or leave one of the two out.`,
    );
  }
}
