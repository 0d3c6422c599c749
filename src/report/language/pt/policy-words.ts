import type { enPolicy } from '../en/policy-words.ts';
import { decimal, number } from './numbers.ts';
import { severityWords } from './page-words.ts';

export const ptPolicy: typeof enPolicy = {
  source: { input: 'input', file: 'arquivo de política', default: 'padrão', organization: 'organização' },
  whyItBlocks: 'Motivo do bloqueio',
  changedSettings: 'Política: configurações diferentes do padrão',
  policyFile: 'Arquivo de política',
  blob: 'blob',
  organizationPolicy: 'Política da organização',
  none: 'nenhum',
  byOrganization: (what) => `Pela política da organização: ${what}`,
  blocksByOrganization: (rule) => `pela política da organização, ${rule}`,
  assumedScore: (score) => `(sem pontuação, conta como ${decimal(score)})`,
  allowed: (count) => `limite ${number(count)}`,
  ruleOfOrganization: (rule) => `${rule} (organização)`,
  byPolicies: ({ repository, organization, name, commit }) =>
    `Pela política deste repositório: ${repository}. Pela política da organização (\`${name}\`, commit \`${commit}\`): ${organization}.`,
  fromSeverity: (severity) => `a partir de severidade ${severityWords[severity].toLowerCase()}`,
  fromScore: (score) => `a partir de CVSS ${decimal(score)}`,
  moreThan: (most) => `acima de ${most}`,
  noSeverityBlocks: 'nenhuma severidade bloqueia por si só (`fail-on: never`)',
  blocksFrom: (limits) => `bloqueia ${limits.join(' ou ')}`,
  ifNew: (rule) => `${rule}, se for novo`,
  onlyDefaults: 'Todas as configurações têm o valor padrão.',
  editFile: (file) => `editar ${file} na branch padrão`,
  createFile: (file) => `criar ${file} na branch padrão`,
};
