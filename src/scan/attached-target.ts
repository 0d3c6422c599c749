/** Which target the scan that `scan-id` names is of. */

import type { RunPorts } from '../core/ports.ts';
import { parseTarget, type Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import { protectTarget } from '../prepare/protect.ts';
import type { ServiceClient } from '../service/client.ts';
import { readOptionalList, targetOfScan } from './scan-list.ts';

/** A longer URL is left out: it would fill log and outputs. */
const maxUrlLength = 2_000;

/**
 * The target of an attached scan without `url`, from the scan list; `null` if it cannot be looked up. The gate needs
 * its host for the places of findings, which ignore rules may name.
 */
export async function findAttachedTarget(
  setup: RunSetup,
  client: ServiceClient,
  ports: RunPorts,
): Promise<Target | null> {
  const { attachedScanId } = setup.inputs.scan;
  if (attachedScanId === null || setup.whyNothingIsScanned !== null) return null;
  const list = await readOptionalList(client, ports, `The target of scan ${attachedScanId} is not known`);
  const url = targetOfScan(list, attachedScanId) ?? '';
  const target = url.length <= maxUrlLength ? parseTarget(url) : null;
  protectTarget(setup, target, ports);
  return target;
}
