/**
 * What the payload of an event says, as far as this action reads it. Everything in it is as hostile as the pull request
 * or the app that caused the event, so nothing is taken that is not well-formed.
 */
import { z } from 'zod';

const sha = z.string().regex(/^[0-9a-f]{7,64}$/i);
const number = z.int().positive();
const repository = z.looseObject({ full_name: z.string() });
/** A part that is absent or not well-formed counts as absent. */
const part = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);
/** An address, empty or absent where there is none. */
const address = part(z.string());

const pullRequest = z.looseObject({
  number,
  head: z.looseObject({ sha, repo: repository.nullish() }),
  base: z.looseObject({ sha, repo: repository }),
});

/** The pull requests of a workflow run know the repositories by their API address only. */
const runPullRequest = z.looseObject({
  number,
  head: z.looseObject({ sha }),
  base: z.looseObject({ sha }),
});

const eventSchema = z.looseObject({
  action: part(z.string()),
  after: part(sha),
  pull_request: part(pullRequest),
  deployment: part(z.looseObject({ sha, environment: part(z.string()) })),
  deployment_status: part(
    z.looseObject({
      state: z.string(),
      environment_url: address,
      target_url: address,
      created_at: part(z.string()),
    }),
  ),
  client_payload: part(
    z.looseObject({ url: address, environment: part(z.string()), git: part(z.looseObject({ sha })) }),
  ),
  workflow_run: part(
    z.looseObject({
      head_sha: sha,
      head_branch: part(z.string()),
      head_repository: part(z.looseObject({ full_name: z.string() })),
      pull_requests: part(z.array(runPullRequest)),
    }),
  ),
  merge_group: part(z.looseObject({ head_sha: sha, head_ref: z.string(), base_sha: sha })),
  repository: part(z.looseObject({ private: part(z.boolean()), visibility: part(z.string()) })),
});

export type EventPayload = z.infer<typeof eventSchema>;

/** Reads a payload in whatever shape it is; what is not understood is absent. */
export function readEvent(event: unknown): EventPayload {
  const payload = eventSchema.safeParse(event);
  return payload.success ? payload.data : {};
}
