import { LANGUAGES, type Language } from '../scan/wire.ts';
import { ApiError } from './answer.ts';

const REPORT_TYPES = ['COMMERCIAL_RISK_REPORT', 'ACTION_REPORT'] as const;
type ReportType = (typeof REPORT_TYPES)[number];

const DEFAULT_LANGUAGE = 'pt';
const DEFAULT_COLOR = '#797cf2';

/** Section 4.4, with its defaults filled in. */
export interface ReportOptions {
  type: ReportType;
  scanId: string;
  /** Null: the target as the scan was started with. */
  targetUrl: string | null;
  logoUrl: string | null;
  language: Language;
  /** `#rrggbb` */
  color: string;
}

function optionalText(body: Record<string, unknown>, name: string): string | null {
  const value = body[name] ?? null;
  if (value !== null && typeof value !== 'string') throw new ApiError(422, `${name} must be a string.`);
  return value;
}

/** @throws ApiError 422 naming the first field that is missing or wrong. */
export function readReportOptions(body: Record<string, unknown>): ReportOptions {
  const type = REPORT_TYPES.find((known) => known === body['report_type']);
  if (!type) throw new ApiError(422, `report_type must be one of ${REPORT_TYPES.join(', ')}.`);
  const scanId = body['scan_id'];
  if (typeof scanId !== 'string' || scanId === '')
    throw new ApiError(422, 'scan_id must be a non-empty string.');
  const wanted = body['language'] ?? DEFAULT_LANGUAGE;
  const language = LANGUAGES.find((known) => known === wanted);
  if (!language) throw new ApiError(422, `language must be one of ${LANGUAGES.join(', ')}.`);
  const color = optionalText(body, 'color_theme_hex') ?? DEFAULT_COLOR;
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new ApiError(422, 'color_theme_hex must look like #797cf2.');
  return {
    type,
    scanId,
    targetUrl: optionalText(body, 'target_url'),
    logoUrl: optionalText(body, 'logo'),
    language,
    color,
  };
}
