import { listMistakes, listValues, type SettingTexts } from '../../../core/setting-texts.ts';
import { ptGitHubFault } from './github-fault.ts';

const expected: SettingTexts['expected'] = {
  boolean: '`true` ou `false`',
  text: 'um texto',
  someText: 'um texto que não seja vazio',
  number: 'um número',
  integer: 'um número inteiro',
  list: 'uma lista',
  mapping: 'um mapeamento',
  bySeverity: 'um mapeamento por severidade',
  webUrl: 'uma URL `http` ou `https` sem usuário e senha',
  target: 'uma URL `http` ou `https` ou um domínio, como `preview.example.com`',
  service: 'o endereço `https` do serviço, sem usuário e senha',
  bareAddress: 'um endereço sem query nem fragmento',
  encrypted:
    'um endereço `https`: com `http`, a chave de API seria enviada sem criptografia; ele só é aceito para um host de loopback',
  baseline: 'uma URL, um ID de scan ou `previous`',
  scanId: 'um ID de scan como o serviço o informa: letras, dígitos e `-`',
  environment: 'um glob de até 200 caracteres',
  duration: 'uma duração como `90s`, `10m` ou `1h30m` (só um número: segundos), no máximo `168h`',
  someTime: 'uma duração maior que zero, como `90s` ou `10m`',
  interval: '`auto` ou uma duração maior que zero, como `20s`',
  budgets: 'um mapeamento de severidades para quantidades, como `{ high: 0, medium: 5 }`',
  score: 'uma pontuação CVSS de 0.0 a 10.0',
  statuses: 'números inteiros de 300 a 499, exceto 429, um por linha ou separados por vírgula',
  otherStatus: 'um status diferente de 429',
  reports: '`ACTION_REPORT` ou `COMMERCIAL_RISK_REPORT`, os dois ou `none`',
  reportList: '`none`, `ACTION_REPORT`, `COMMERCIAL_RISK_REPORT` ou uma lista com os dois últimos',
  color: 'uma cor hexadecimal, como `#797cf2`',
  artifactName: 'até 200 caracteres, sem `" : < > | * ? \\ /`',
  statusName: 'até 100 caracteres em uma só linha',
  path: 'um caminho no repositório ou `none`',
  fileOfOrganization: '`OWNER/REPO/PATH@REF`, como `acme/policies/scan-gate.yml@main`',
  noAliases: 'YAML ou JSON sem aliases',
  host: 'um host, como `login.example.com`, com ou sem porta',
  cwe: 'um número CWE, como `79`, ou uma lista deles',
  cve: 'um identificador, como `CVE-2021-23017`, ou uma lista deles',
  fingerprint: '`v1:` e 20 dígitos hexadecimais, como nos relatórios',
  matcher: 'pelo menos um entre `fingerprint`, `name`, `group`, `type`, `cwe` e `cve`',
  paths: 'um glob sobre caminhos, como `/docs/*`',
  date: 'uma data como `2026-12-31`',
};

export const ptSettings: SettingTexts = {
  expected,
  oneOf: (values) => listValues(values, 'ou'),
  from: (min, max) => `um número inteiro de ${min} a ${max}`,
  atLeast: (min, isList) => `no mínimo ${min}${isList ? ' itens' : ''}`,
  atMost: (max, isList) => `no máximo ${max}${isList ? ' itens' : ''}`,
  missing: (what) => `${what}, que está faltando`,
  yaml: (message) => `YAML ou JSON válido (${message})`,
  preferences: (mistakes) =>
    `um mapeamento das preferências do serviço${mistakes === '' ? '' : ` (${mistakes})`}`,
  wrongPreference: (path, what) => `${path}: esperado ${what}`,

  wrongInput: (name, given, what) => `\`${name}\` é ${given}; esperado: ${what}`,
  wrongKey: () =>
    '`api-key` contém um espaço, uma quebra de linha ou um caractere não ASCII. Guarde apenas a chave, sem `Bearer` e sem aspas.',
  noBaseUrl: () =>
    '`base-url` está vazio: informe o endereço `https` do serviço de scan. Se o valor vem de `vars.*`: pull requests de forks não recebem variáveis.',
  wrongInputs: (mistakes) => {
    const one = mistakes.length === 1;
    const title = one ? 'Uma entrada está errada' : `${mistakes.length} entradas estão erradas`;
    return `${title}. Corrija em \`with:\`, no workflow:\n${listMistakes(mistakes)}`;
  },

  atLine: (line, what) => `linha ${line}: ${what}`,
  brokenYaml: (message) => `YAML inválido: ${message}`,
  alias: (name) => `o alias \`*${name}\` não é aceito; escreva o valor por extenso`,
  unknownKey: (path, allowed) => `\`${path}\` não é conhecido aqui; as chaves aceitas são ${allowed}`,
  wrongValue: (path, what) => `${path === '' ? 'o arquivo' : `\`${path}\``} está errado; esperado: ${what}`,
  wrongFile: (path, mistakes) =>
    `O arquivo de política \`${path}\` está errado. Corrija-o na branch em que ele é lido:\n${listMistakes(mistakes)}`,
  noFile: (path, commit) =>
    `\`config\`: não há ${path} em ${commit}. Corrija o caminho ou faça o commit do arquivo ali; a cópia do próprio pull request nunca é usada.`,
  noTextFile: (setting, path) =>
    `\`${setting}\`: ${path} não é um arquivo de texto de até 1 MB. Informe o caminho do arquivo de política.`,
  noFileOfOrganization: (name) =>
    `\`org-policy\`: ${name}: o arquivo não existe. Corrija o caminho ou faça o commit do arquivo ali.`,
  unreadOrganization: (name, fault, repository) => {
    const { what, remedy } = ptGitHubFault(fault, 'contents: read');
    const advice =
      repository === null
        ? remedy
        : `Confira a referência e informe um \`org-policy-token\` que possa ler o conteúdo de ${repository}.`;
    return `\`org-policy\`: não foi possível ler ${name} (${what}), por isso nada é escaneado. ${advice}`;
  },

  scansOfOneScan: (count, isPrevious) =>
    `\`baseline-scans\` é ${count}, mas \`baseline\` é ${isPrevious ? '`previous`' : 'um ID de scan'}, ou seja, um único scan. Informe uma URL em \`baseline\` ou retire \`baseline-scans\`.`,
  ownBaseline: (mistake, isKnown) => {
    const is = {
      previous: 'é `previous`',
      unknown: 'pode ser o próprio alvo, que não é conhecido sem `url`',
      same: 'é o próprio alvo',
    };
    return `\`baseline\` ${is[mistake]}, em uma execução que ${isKnown ? 'tem' : 'pode ter'} um pull request: o segundo push deixaria passar tudo o que o primeiro trouxe. Informe a URL do site que recebe o merge do pull request, como o de produção, ou um ID de scan.`;
  },
  scanAsBaseline: (scanId) =>
    `\`baseline\` é o próprio scan ${scanId}, portanto nada jamais seria novo. Informe um scan anterior ou outro alvo.`,
  otherTarget: (scanId, target) =>
    `O scan ${scanId} é de um alvo diferente de \`url\` (${target}). Corrija \`scan-id\` ou retire um dos dois.`,
  noUrl: (eventName) =>
    `\`url\` está vazio, e uma execução de \`${eventName}\` não tem um deployment de onde obtê-lo. Informe a URL a escanear.`,
  noUrlInEvent: (action, types) =>
    `\`url\` está vazio, e o evento repository_dispatch \`${action}\` não traz endereço. Informe a URL a escanear ou execute o workflow apenas em \`types: [${types}]\`.`,

  longStatus: (max) =>
    `\`commit-status\`, com os valores entre parênteses, passa dos ${max} caracteres que o GitHub aceita. Encurte-o ou encurte os valores.`,
  sharedStatus: (status) =>
    `\`commit-status\`: outro step deste job já define o status \`${status}\`. Dê a cada step o seu.`,
  wrongProxy: (variables) =>
    `O ambiente indica um proxy que não é um endereço: ${variables}. Escreva-o como \`http://proxy.example.com:3128\` ou remova a variável.`,
};
