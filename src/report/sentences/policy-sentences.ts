/** What reports say about ignore rules, and about withheld findings, as plain text that the caller has to escape. */

import { quotableText } from '../../core/plain-text.ts';
import { type Advice, advise, type Language, say, type Template, wordsIn } from '../../core/say.ts';
import type { RuleNotice } from '../../gate/judgement.ts';
import type { IgnoreRule } from '../../settings/policy-file.ts';
import type { ReportModel } from '../model.ts';
import { lineName } from '../words.ts';

const notices = {
  expired: {
    en: 'The rule expired on {expires} and no longer applies.\nDelete it, or renew `expires` if its reason still holds.',
    pt: 'A regra expirou em {expires} e não vale mais.\nRemova-a ou renove `expires`, se o motivo continuar válido.',
  },
  'expires-soon': {
    en: 'The rule applies through {expires} only.\nFix what it ignores by then, or renew `expires`.',
    pt: 'A regra só vale até {expires}.\nCorrija até lá o que ela ignora ou renove `expires`.',
  },
  'matches-nothing': {
    en: 'The rule matches no finding of this scan.\nDelete it if the weakness is fixed; otherwise check its fields.',
    pt: 'A regra não corresponde a nenhum achado deste scan.\nRemova-a, se a falha já foi corrigida; caso contrário, confira os campos da regra.',
  },
} as const satisfies Readonly<Record<RuleNotice['kind'], Template>>;

export function noticesTitle(count: number, language: Language): string {
  const template = {
    en: 'Notices about ignore rules ({count})',
    pt: 'Avisos sobre as regras que ignoram achados ({count})',
  };
  return say(template, { count }, language);
}

/** What is wrong with an ignore rule and what to do, as plain text. */
export function describeNotice({ rule, kind }: RuleNotice, language: Language): Advice {
  return advise(notices[kind], rule, language);
}

/** The line of an ignore rule: `.github/scan-gate.yml, line 12`, as plain text without backticks. */
export function ruleLocation({ line }: IgnoreRule, { settings, language }: ReportModel): string {
  const words = lineName(line, language);
  return settings.policyFile === null ? words : `${quotableText(settings.policyFile.name, 120)}, ${words}`;
}

const withheld = {
  title: { en: 'Who can see the findings', pt: 'Quem pode ver os achados' },
  setting: { en: '`disclosure` is `counts`', pt: '`disclosure` está definido como `counts`' },
  public: { en: 'this repository is public', pt: 'este repositório é público' },
  unknown: {
    en: 'it is not known whether this repository is public',
    pt: 'não se sabe se este repositório é público',
  },
};

/** If findings are withheld: who can see them, where, and why. `null` if they are not, and without a scan. */
export function whoSeesFindings({ disclosure, scan, serviceHost, language }: ReportModel) {
  if (disclosure.mode === 'full' || scan.id === null) return null;
  const why = withheld[disclosure.why][language];
  const readers = wordsIn(language)(
    `everybody with access to \`${serviceHost}\`, in its dashboard. Without access, ask whoever set up \`api-key\` in this repository. Only counts are shown here, not the site and not the findings, because ${why}. To show them to everybody who can read this page, set \`disclosure: full\`.`,
    `quem tem acesso a \`${serviceHost}\`, no painel do serviço. Quem não tem acesso pode pedir ajuda a quem configurou \`api-key\` neste repositório. Aqui aparecem apenas os totais, sem o site e sem os achados, porque ${why}. Para mostrá-los a todos que podem ler esta página, defina \`disclosure: full\`.`,
  );
  return { scanId: scan.id, title: withheld.title[language], readers };
}
