import { settingDuration } from '../../../core/duration.ts';
import { utcDay } from '../../../core/read-time.ts';
import type { RuleTexts, ViolationTexts } from '../by-kind.ts';
import type { enPolicy } from '../en/policy.ts';
import { decimal, number, plural } from './words.ts';

function daysLeft(days: number | null): string {
  if (days === null) return 'não tem data de validade conhecida';
  if (days < 0) return `venceu há ${plural(-days, 'dia', 'dias')}`;
  return days === 0 ? 'vence em menos de um dia' : `vence em ${plural(days, 'dia', 'dias')}`;
}

const rule: RuleTexts = {
  'fail-on': ({ threshold }) => `\`fail-on: ${threshold}\``,
  // With a decimal point, as in the policy file.
  'fail-on-cvss': ({ score }, assumedScore) =>
    `\`fail-on-cvss: ${score.toFixed(1)}\`${assumedScore === null ? '' : ` (sem pontuação, conta como ${decimal(assumedScore)})`}`,
  'max-findings': ({ severity, allowed, count }) =>
    `\`max-findings\` (\`${severity}\`: ${number(count)}, limite ${number(allowed)})`,
  'fix-within': ({ severity, withinMs, scanId, since }) =>
    `\`fix-within: { ${severity}: ${settingDuration(withinMs)} }\`, conhecido pelo menos desde ${utcDay(since)} (scan \`${scanId}\`)`,
};

const violation: ViolationTexts = {
  port: ({ port, service }, allowedPorts) => {
    const allowed = allowedPorts === '' ? 'nenhuma é permitida' : `permitidas: ${allowedPorts}`;
    const name = service === '' ? '' : ` (“${service}”)`;
    return port === null
      ? {
          what: `Há uma porta aberta de número desconhecido${name}; ${allowed}.`,
          remedy: 'Descubra qual é a porta e feche-a. Sem número, não há como permiti-la.',
        }
      : {
          what: `A porta \`${port}\`${name} está aberta; ${allowed}.`,
          remedy: `Feche-a ou proteja-a com um firewall; se precisar ficar aberta, inclua \`${port}\` em \`host.allowed-ports\`.`,
        };
  },
  certificate: ({ commonName, daysLeft: days, minDays }) => ({
    what: `O certificado${commonName === '' ? '' : ` de “${commonName}”`} ${daysLeft(days)}; a política exige pelo menos ${plural(minDays, 'dia', 'dias')} de validade.`,
    remedy: 'Renove o certificado e confira se a renovação automática está funcionando.',
  }),
  'no-certificate': ({ minDays }) => ({
    what: `O scan não encontrou nenhum certificado; a política exige um com pelo menos ${plural(minDays, 'dia', 'dias')} de validade.`,
    remedy:
      'Sirva o site por HTTPS com um certificado válido ou retire `host.certificate-min-days` do arquivo de política.',
  }),
  'no-waf': () => ({
    what: 'O scan não detectou nenhum firewall de aplicação web (WAF).',
    remedy: 'Coloque o site atrás de um WAF ou retire `host.require-waf` do arquivo de política.',
  }),
};

const notice: (typeof enPolicy)['notice'] = {
  expired: (expires) => ({
    what: `A regra expirou em ${expires} e não vale mais.`,
    remedy: 'Remova-a ou renove `expires`, se o motivo continuar válido.',
  }),
  'expires-soon': (expires) => ({
    what: `A regra só vale até ${expires}.`,
    remedy: 'Corrija até lá o que ela ignora ou renove `expires`.',
  }),
  'matches-nothing': () => ({
    what: 'A regra não corresponde a nenhum achado deste scan.',
    remedy: 'Remova-a, se a falha já foi corrigida; se não, confira os campos da regra.',
  }),
};

export const ptPolicy: typeof enPolicy = {
  rule,
  violation,
  notice,
  source: { input: 'input', file: 'arquivo de política', default: 'padrão', organization: 'organização' },
  label: {
    partial: 'resultado parcial',
    whyItBlocks: 'Por que bloqueia',
    rule: 'Regra',
    isNew: 'novo',
    allFindings: 'Todos',
    blocking: 'Bloqueiam',
    passing: 'Abaixo dos limites',
    known: 'Conhecidos',
    ignored: 'Ignorados',
    violation: 'Violação',
    blocks: 'Bloqueia',
    yes: 'sim',
    no: 'não',
    policy: 'Política em vigor',
    policyFile: 'Arquivo de política',
    organizationPolicy: 'Política da organização',
    setting: 'Configuração',
    value: 'Valor',
    from: 'Origem',
    none: 'nenhum',
    ignoreThis: 'Ignorar este achado',
    ignoreThese: 'Ignorar um destes achados',
  },
  phrase: {
    barLegend: () => '█ bloqueia, ░ não bloqueia',
    partial: (percentage) =>
      `Este resultado é parcial: \`fail-fast\` encerrou a espera${percentage === null ? '' : ` em ${percentage}%`}, e o scan ainda pode encontrar mais.`,
    compared: (scanId, { new: fresh, known, fixed }) =>
      `Em comparação com o scan \`${scanId}\`: ${plural(fresh, 'novo', 'novos')}, ${plural(known, 'conhecido', 'conhecidos')}${fixed === null ? '' : `, ${plural(fixed, 'corrigido', 'corrigidos')}`}.`,
    byOrganization: (what) => `Pela política da organização: ${what}`,
    ruleOfOrganization: (rule) => `${rule} (organização)`,
    byPolicies: ({ own, organization, name, commit }) =>
      `Pela política deste repositório: ${own}. Pela política da organização (\`${name}\`, commit \`${commit}\`): ${organization}.`,
    olderScans: (count) =>
      `${plural(count, 'scan anterior também conta', 'scans anteriores também contam')}.`,
    seenIn: (scanId) => `visto no scan \`${scanId}\`, não no mais recente`,
    nothingToCompare: (baseline) =>
      `Ainda não há scan concluído da linha de base (\`${baseline}\`): todo achado conta como novo.`,
    ignoredCount: (count) =>
      `${plural(count, 'achado é ignorado', 'achados são ignorados')} pelo arquivo de política.`,
    acceptedStatuses: (list) => `O alvo respondeu HTTP ${list}, o que \`allowed-statuses\` aceita.`,
    knownFindings: (count, list) => `Já conhecidos da linha de base: ${number(count)} (${list})`,
    ignoredFindings: (count, list) => `Ignorados pelo arquivo de política: ${number(count)} (${list})`,
    newInGroup: (group) => `Novo: ${group}`,
    hostViolations: (count) => `Violações das regras do host (${number(count)})`,
    ruleNotices: (count) => `Avisos sobre as regras que ignoram achados (${number(count)})`,
    line: (line) => `linha ${line}`,
    until: (day) => `até ${day}`,
    owner: (name) => `responsável: ${name}`,
    ruleCount: (count) => plural(count, 'regra', 'regras'),
    snippetNote: (file) =>
      `Inclua a regra em \`ignore\`, no arquivo de política${file === null ? '' : ` (\`${file}\`)`}, com um motivo; \`expires\` e \`owner\` são opcionais. Ela vale depois do merge: um pull request nunca altera a própria política.`,
  },
};
