/** The words of settings, ignore rules, rules for the host and baselines, in Portuguese. */

import type { enPolicy } from '../en/policy-words.ts';
import { ptNumbers } from '../numbers.ts';
import { severityWords } from './page-words.ts';

const { decimal, number, percent, plural } = ptNumbers;

function daysLeft(days: number | null): string {
  if (days === null) return 'não tem data de validade conhecida';
  if (days < 0) return `venceu há ${plural(-days, 'dia', 'dias')}`;
  return days === 0 ? 'vence em menos de um dia' : `vence em ${plural(days, 'dia', 'dias')}`;
}

function namesOfBaseline(baseline: string | null) {
  if (baseline === null) return { name: 'a linha de base', place: 'na linha de base' };
  if (baseline === 'previous') return { name: 'o scan anterior', place: 'no scan anterior' };
  return { name: baseline, place: `em ${baseline}` };
}

export const ptPolicy: typeof enPolicy = {
  policy: {
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
  },
  ignoreRules: {
    notice: {
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
    },
    ignored: 'Ignorados pela política',
    ignoredCount: (count) =>
      `${plural(count, 'achado é ignorado', 'achados são ignorados')} pelo arquivo de política.`,
    ruleNotices: (count) => `Avisos sobre as regras que ignoram achados (${number(count)})`,
    line: (line) => `linha ${line}`,
    until: (day) => `até ${day}`,
    owner: (name) => `responsável: ${name}`,
    ruleCount: (count) => plural(count, 'regra', 'regras'),
    ignoreOne: 'Falso positivo? Veja como ignorar',
    copyRule: 'Copie a regra do achado, preencha `reason` e inclua-a em `ignore`, no arquivo de política:',
    listExists: 'Se o arquivo já tiver um `ignore:`, não repita essa linha.',
    ruleLimits:
      'O achado volta a bloquear se ficar mais grave do que `severity` e depois do dia em `expires`.',
    ruleIsMerged: 'A regra vale depois do merge: um pull request nunca altera a própria política.',
    howToMerge:
      'O pull request que inclui a regra é aprovado nesta verificação se uma `baseline` vale, pois não acrescenta achados. Se não, ele é reprovado enquanto o achado existir, e quem tem permissão para ignorar a verificação precisa fazer o merge.',
    reRun: 'Execute este job novamente',
    judgedAgain:
      'depois do merge, a nova regra passa a valer. Com `reuse-within`, o scan deste commit é avaliado de novo em segundos, sem iniciar outro scan.',
    forbiddenRules: (above) =>
      `A política da organização não permite que este repositório ignore achados${above === null ? '' : ` acima de \`${above}\``}. Corrija-os ou peça a quem cuida dessa política que os aceite.`,
    moreRules: (count) =>
      `${plural(count, 'outro achado bloqueia', 'outros achados bloqueiam')}. A mesma regra os ignora, cada um com o próprio \`fingerprint\`, que está no resultado JSON.`,
  },
  hostRules: {
    violation: {
      port: ({ port, service }, allowedPorts) => {
        const allowed = allowedPorts === '' ? 'nenhuma é permitida' : `permitidas: ${allowedPorts}`;
        const name = service === '' ? '' : ` (“${service}”)`;
        return port === null
          ? {
              what: `Há uma porta aberta de número desconhecido${name}; ${allowed}.`,
              remedy: 'Descubra qual é a porta e feche-a. Uma porta sem número não pode ser permitida.',
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
    },
    violatedRule: 'Regra para o host violada',
    harmlessViolations: (count) =>
      `${plural(count, 'regra para o host violada', 'regras para o host violadas')} que não ${count === 1 ? 'bloqueia' : 'bloqueiam'}`,
  },
  baseline: {
    compared: (baseline, { new: fresh, known, fixed }) =>
      `Em comparação com ${namesOfBaseline(baseline).name}: ${plural(fresh, 'novo', 'novos')}, ${number(known)} já ${known === 1 ? 'existente' : 'existentes'}${fixed === null ? '' : `, ${plural(fixed, 'corrigido', 'corrigidos')}`}.`,
    olderScans: (count) =>
      `${plural(count, 'scan anterior também conta', 'scans anteriores também contam')}.`,
    alreadyIn: (baseline) => `Já ${namesOfBaseline(baseline).place}`,
    nothingToCompare: (baseline) =>
      `Ainda não há scan concluído da linha de base (\`${baseline}\`): todo achado conta como novo.`,
    seenIn: (scanId) => `visto no scan \`${scanId}\`, não no mais recente`,
    unread: (baseline) =>
      `Não foi possível ler a linha de base \`${baseline}\`, portanto não se sabe o que é novo.`,
    notFinished: (percentage) => `O scan não está concluído: está em ${percent(percentage)}.`,
    another: 'Escaneie a linha de base de novo ou indique em `baseline` um scan já concluído.',
  },
};
