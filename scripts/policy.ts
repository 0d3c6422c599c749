/**
 * Tries a policy on saved results, without the service and without GitHub. Prints the verdict, and for every finding why it
 * does or does not block.
 *
 * `npm run policy -- --config FILE --result FILE [--organization FILE] [--baseline FILE]... [--now DATE]`
 *
 * A result is the `result.json` of a run, or what the service answered. Only the policy files count, no inputs. `--now` is a
 * date or a time in ISO 8601, for rules and certificates that expire; the default is the present. Exit code: 0 for `pass`, 1 for
 * `fail`, 2 for `inconclusive` and for files that cannot be read.
 */
import { policyCommand } from './policy-command.ts';

const { status, stdout, stderr } = await policyCommand(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status;
