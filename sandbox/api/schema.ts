import { z } from 'zod';
import { isMapping } from '../../src/core/fields.ts';
import { languages } from '../scan/wire.ts';
import { ApiError } from './answer.ts';

/** The bodies that callers send. Each message continues the sentence "<field> must …". */

/** A field that may be left out or `null`, and then has the given value. */
function withDefault<T>(schema: z.ZodType<T>, value: T) {
  return schema.nullish().transform((given) => given ?? value);
}

const aString = z.string('be a string');
const nonEmptyString = z.string('be a non-empty string').min(1, 'be a non-empty string');
const wholeNumber = z.int('be an integer of 0 or more').min(0, 'be an integer of 0 or more');
const aBoolean = z.boolean('be a boolean');

/**
 * docs/internals/service-interface.md, section 2.1, with every field filled in. Checks that send unusual input are off
 * by default. Unknown fields are kept, because the document does not say that its list is complete.
 */
export const preferencesSchema = z.looseObject(
  {
    scan_type: withDefault(nonEmptyString, 'full'),
    leak_data_usage: withDefault(wholeNumber, 0),
    cms_brute_force: withDefault(wholeNumber, 0),
    scan_speed: withDefault(nonEmptyString, 'moderate'),
    web_brute_force: withDefault(wholeNumber, 0),
    search_in_web_cache: withDefault(aBoolean, false),
    scan_deep: withDefault(wholeNumber, 3),
    xss: withDefault(aBoolean, false),
    sqli: withDefault(aBoolean, false),
    // Not among the fields of the published request; a result always has it.
    services_brute_force: wholeNumber.optional(),
    crawler_options: z
      .looseObject(
        {
          open_directory: withDefault(aBoolean, true),
          exposed_information: withDefault(aBoolean, true),
          backdoor_detection: withDefault(aBoolean, true),
          exposed_emails: withDefault(aBoolean, true),
          search_url_malware: withDefault(aBoolean, true),
          open_redirect: withDefault(aBoolean, true),
          exposed_apikeys: withDefault(aBoolean, true),
        },
        'be an object',
      )
      .prefault({}),
  },
  'be an object',
);

export type Preferences = Readonly<z.infer<typeof preferencesSchema>>;

/** Section 4.1. */
export const scanRequestSchema = z.object({
  url: nonEmptyString.refine((url) => url.trim() !== '', 'be a non-empty string'),
  preferences: preferencesSchema.nullish().transform((given) => given ?? preferencesSchema.parse({})),
});

/** Section 4.4. `target_url` is `null` for the target as the scan was started with. */
export const reportRequestSchema = z.object({
  report_type: z.enum(
    ['COMMERCIAL_RISK_REPORT', 'ACTION_REPORT'],
    'be one of COMMERCIAL_RISK_REPORT, ACTION_REPORT',
  ),
  scan_id: nonEmptyString,
  language: withDefault(z.enum(languages, `be one of ${languages.join(', ')}`), 'pt'),
  color_theme_hex: withDefault(aString.regex(/^#[0-9a-f]{6}$/i, 'look like #797cf2'), '#797cf2'),
  target_url: withDefault(aString.nullable(), null),
  logo: withDefault(aString.nullable(), null),
});

export type ReportRequest = Readonly<z.infer<typeof reportRequestSchema>>;

/** @throws ApiError 400 for a body that is no JSON object, 422 that names the first wrong field */
export function readJsonBody<T>(text: string, schema: z.ZodType<T>): T {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError(400, 'The body is not valid JSON.');
  }
  if (!isMapping(body)) throw new ApiError(400, 'The body must be a JSON object.');
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ApiError(422, `${issue?.path.join('.')} must ${issue?.message}.`);
}
