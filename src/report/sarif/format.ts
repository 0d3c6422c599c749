/**
 * The part of SARIF 2.1.0 (OASIS Standard) that is written: what GitHub code scanning reads, and what other viewers
 * show beside it. Names are the standard's.
 */

export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifText {
  /** Plain text. */
  readonly text: string;
  readonly markdown?: string;
}

export interface SarifRule {
  readonly id: string;
  readonly shortDescription: SarifText;
  readonly fullDescription: SarifText;
  readonly help: SarifText;
  /** Absolute `http(s)` address. */
  readonly helpUri?: string;
  readonly defaultConfiguration: { readonly level: SarifLevel };
  readonly properties: {
    readonly tags: readonly string[];
    /** A score from 0.0 to 10.0 as text; GitHub places the alert by it. */
    readonly 'security-severity': string;
  };
}

export interface SarifLocation {
  readonly physicalLocation: {
    /** Relative to the root of the repository: GitHub rejects a whole file for one absolute address. */
    readonly artifactLocation: { readonly uri: string };
    readonly region: {
      readonly startLine: number;
      readonly startColumn: number;
      readonly endLine: number;
      readonly endColumn: number;
    };
  };
}

export interface SarifSuppression {
  readonly kind: 'external';
  readonly status: 'accepted';
  readonly justification: string;
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: SarifText;
  readonly locations: readonly SarifLocation[];
  /** The only one of them that GitHub reads. */
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
  readonly baselineState?: 'new' | 'unchanged';
  /** On every result of a run or on none (section 3.27.23 of the standard). */
  readonly suppressions?: readonly SarifSuppression[];
  readonly properties: Readonly<Record<string, string | readonly string[]>>;
}

export interface SarifNotification {
  readonly level: 'warning';
  readonly message: SarifText;
}

export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly SarifRun[];
}

export interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version: string;
      readonly semanticVersion?: string;
      readonly informationUri?: string;
      readonly rules: readonly SarifRule[];
    };
  };
  readonly automationDetails: { readonly id: string };
  readonly invocations: readonly {
    readonly executionSuccessful: true;
    /** ISO 8601 in UTC. */
    readonly startTimeUtc?: string;
    readonly endTimeUtc?: string;
    readonly toolExecutionNotifications?: readonly SarifNotification[];
  }[];
  readonly columnKind: 'utf16CodeUnits';
  readonly baselineGuid?: string;
  readonly results: readonly SarifResult[];
  readonly properties: Readonly<Record<string, string>>;
}
