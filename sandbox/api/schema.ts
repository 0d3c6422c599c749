import { z } from 'zod';
import { languages } from '../scan/wire.ts';
import { ApiError } from './answer.ts';
import type { RecordedRequest } from './request.ts';

const whole = z.int().min(0);

/**
 * docs/internals/service-interface.md, section 2.1, with every field filled in. Checks that send unusual input are off
 * by default. Unknown fields are kept, because the document does not say that its list is complete.
 */
export const preferencesSchema = z.looseObject({
  scan_type: z.string().default('full'),
  leak_data_usage: whole.default(0),
  cms_brute_force: whole.default(0),
  scan_speed: z.string().default('moderate'),
  web_brute_force: whole.default(0),
  search_in_web_cache: z.boolean().default(false),
  scan_deep: whole.default(3),
  xss: z.boolean().default(false),
  sqli: z.boolean().default(false),
  crawler_options: z
    .looseObject({
      open_directory: z.boolean().default(true),
      exposed_information: z.boolean().default(true),
      backdoor_detection: z.boolean().default(true),
      exposed_emails: z.boolean().default(true),
      search_url_malware: z.boolean().default(true),
      open_redirect: z.boolean().default(true),
      exposed_apikeys: z.boolean().default(true),
    })
    .prefault({}),
});

export type Preferences = Readonly<z.infer<typeof preferencesSchema>>;

/** Section 4.1. */
export const scanRequestSchema = z.object({
  url: z.string().min(1),
  preferences: preferencesSchema.prefault({}),
});

/** Section 4.4. Left out or `null`, `target_url` is the target as the scan was started with. */
export const reportRequestSchema = z.object({
  report_type: z.enum(['COMMERCIAL_RISK_REPORT', 'ACTION_REPORT']),
  scan_id: z.string().min(1),
  target_url: z.string().nullish(),
  logo: z.url({ protocol: /^https?$/ }).optional(),
  language: z.enum(languages).default('pt'),
  color_theme_hex: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .default('#797cf2'),
});

export type ReportRequest = Readonly<z.infer<typeof reportRequestSchema>>;

/**
 * Section 4: bodies are JSON, and have the type `application/json`.
 *
 * @throws ApiError 415 for another type, 400 for a body that is no JSON object, 422 that names the first wrong field
 */
export function checkBody<T>({ headers, body }: RecordedRequest, schema: z.ZodType<T>): T {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new ApiError(415, 'The Content-Type must be application/json.');
  if (typeof body !== 'object') throw new ApiError(400, 'The body is not a JSON object.');
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ApiError(422, `${issue?.path.join('.') || 'The body'}: ${issue?.message}.`);
}
