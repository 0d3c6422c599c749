/** Findings as a scan of a shop could report them: name, texts, place, score and identifiers of each belong together. */
import { type Severity, type SeverityCounts, severities } from '../../src/core/severity.ts';
import type { Language } from '../../src/core/words.ts';
import type { Finding } from '../../src/gate/findings.ts';

/** A weakness that a site can have in many places. */
interface Kind {
  /** The service does not translate names. */
  readonly name: string;
  /** Where it is found; what the whole host has is found once. */
  readonly page?: string;
  readonly texts: Readonly<Record<Language, readonly [description: string, remediation: string]>>;
  readonly score: number;
  /** Without the version of CVSS. */
  readonly vector: string;
  readonly cwe: readonly number[];
  readonly cve?: readonly string[];
  readonly group: string;
  readonly reference?: string;
}

const neutralization = 'Improper Neutralization';
const access = 'Improper Access Control';
const protection = 'Protection Mechanism Failure';
const guide = 'https://owasp.org/www-project-web-security-testing-guide/';

/** `PATH` stands for the place. */
const kinds: Readonly<Record<Severity, readonly Kind[]>> = {
  critical: [
    {
      name: 'SQL injection in the parameter q of PATH',
      page: 'search',
      texts: {
        en: [
          'The parameter q of GET PATH reaches the database unescaped. The request q=1%27+OR+1=1-- returned 4,213 rows instead of 3.\n\nAn attacker can read and change every table the application can reach.',
          'Use a prepared statement for the query in the handler of PATH.\nGrant the database user of the application no more than it needs.',
        ],
        pt: [
          'O parâmetro q de GET PATH chega ao banco de dados sem escape. A requisição q=1%27+OR+1=1-- retornou 4.213 linhas em vez de 3.\n\nUm invasor pode ler e alterar todas as tabelas a que a aplicação tem acesso.',
          'Use um prepared statement na consulta do handler de PATH.\nDê ao usuário de banco da aplicação somente as permissões de que ele precisa.',
        ],
      },
      score: 9.8,
      vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      cwe: [89],
      group: neutralization,
      reference: 'https://owasp.org/www-community/attacks/SQL_Injection',
    },
    {
      name: 'Environment file exposed at PATH',
      page: '.env',
      texts: {
        en: [
          'Anybody can download PATH, which holds the password of the database and an API key.',
          'Move the file out of the web root, and replace every secret that was in it.',
        ],
        pt: [
          'Qualquer pessoa pode baixar PATH, que contém a senha do banco de dados e uma chave de API.',
          'Tire o arquivo da raiz do site e troque todos os segredos que estavam nele.',
        ],
      },
      score: 9.1,
      vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
      cwe: [538],
      group: access,
      reference: guide,
    },
    {
      name: 'Command injection in the parameter file of PATH',
      page: 'upload',
      texts: {
        en: [
          'The parameter file of POST PATH becomes part of a shell command. With file=x;id the page showed the user of the process.',
          'Call the program without a shell, with its arguments as a list, and accept known file names only.',
        ],
        pt: [
          'O parâmetro file de POST PATH entra em um comando do shell. Com file=x;id, a página mostrou o usuário do processo.',
          'Chame o programa sem shell, com os argumentos em uma lista, e aceite somente nomes de arquivo conhecidos.',
        ],
      },
      score: 9.8,
      vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      cwe: [78],
      group: neutralization,
      reference: 'https://owasp.org/www-community/attacks/Command_Injection',
    },
  ],
  high: [
    {
      name: 'Outdated nginx 1.18.0 with a known memory corruption',
      texts: {
        en: [
          'nginx 1.18.0 has an off-by-one error in its resolver, by which forged DNS answers overwrite memory. The version stands in the Server header.',
          'Update nginx to 1.20.1 or newer, and set server_tokens off.',
        ],
        pt: [
          'O nginx 1.18.0 tem um erro off-by-one no resolver, e respostas DNS forjadas podem sobrescrever a memória. A versão aparece no cabeçalho Server.',
          'Atualize o nginx para a versão 1.20.1 ou mais nova e defina server_tokens off.',
        ],
      },
      score: 7.7,
      vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:H/A:H',
      cwe: [193],
      cve: ['CVE-2021-23017'],
      group: 'Incorrect Calculation',
      reference: 'https://nginx.org/en/security_advisories.html',
    },
    {
      name: 'Directory listing of PATH shows database dumps',
      page: 'backup/',
      texts: {
        en: [
          'The folder PATH lists its files, and anybody can download the database dumps in it.',
          'Switch directory listings off, and move the dumps out of the web root.',
        ],
        pt: [
          'A pasta PATH lista os próprios arquivos, e qualquer pessoa pode baixar os dumps do banco de dados.',
          'Desative a listagem de diretórios e tire os dumps da raiz do site.',
        ],
      },
      score: 7.5,
      vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
      cwe: [548],
      group: access,
      reference: guide,
    },
    {
      name: 'Path traversal in the parameter page of PATH',
      page: 'help',
      texts: {
        en: [
          'The parameter page of GET PATH opens files outside of its folder. With page=../../../etc/passwd the answer held that file.',
          'Map the parameter to a list of known pages, and never build a path from it.',
        ],
        pt: [
          'O parâmetro page de GET PATH abre arquivos fora da pasta prevista. Com page=../../../etc/passwd, a resposta trouxe esse arquivo.',
          'Associe o parâmetro a uma lista de páginas conhecidas e nunca monte um caminho a partir dele.',
        ],
      },
      score: 7.5,
      vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
      cwe: [22],
      group: neutralization,
      reference: 'https://owasp.org/www-community/attacks/Path_Traversal',
    },
    {
      name: 'Server-side request forgery in the parameter image of PATH',
      page: 'avatar',
      texts: {
        en: [
          'The server loads whatever address the parameter image of POST PATH names, addresses of the internal network included.',
          'Load images from known hosts only, and refuse private addresses and redirects.',
        ],
        pt: [
          'O servidor carrega qualquer endereço informado no parâmetro image de POST PATH, inclusive da rede interna.',
          'Carregue imagens somente de hosts conhecidos e recuse endereços privados e redirecionamentos.',
        ],
      },
      score: 8.6,
      vector: 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:N',
      cwe: [918],
      group: access,
      reference: 'https://owasp.org/www-community/attacks/Server_Side_Request_Forgery',
    },
  ],
  medium: [
    {
      name: 'Session cookie without Secure and HttpOnly on PATH',
      page: 'account',
      texts: {
        en: [
          'The cookie sid of PATH is set without the attributes Secure and HttpOnly.',
          'Set both attributes where the cookie is created.',
        ],
        pt: [
          'O cookie sid de PATH é definido sem os atributos Secure e HttpOnly.',
          'Defina os dois atributos onde o cookie é criado.',
        ],
      },
      score: 5.4,
      vector: 'AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:L/A:N',
      cwe: [614, 1004],
      group: protection,
      reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Cookies',
    },
    {
      name: 'Reflected cross-site scripting in the parameter name of PATH',
      page: 'reviews',
      texts: {
        en: [
          'The page PATH repeats the parameter name without escaping it, so a link can run a script in the browser of a visitor.',
          'Escape the value where the template writes it, and add a Content-Security-Policy.',
        ],
        pt: [
          'A página PATH repete o parâmetro name sem escape, e um link pode executar um script no navegador de quem a visita.',
          'Faça o escape do valor onde o template o escreve e inclua uma Content-Security-Policy.',
        ],
      },
      score: 6.1,
      vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
      cwe: [79],
      group: neutralization,
      reference: 'https://owasp.org/www-community/attacks/xss/',
    },
    {
      name: 'Form of PATH without a token against forged requests',
      page: 'orders',
      texts: {
        en: [
          'The form of PATH takes requests that another site sends for a signed-in visitor.',
          'Add a token to the form and check it, and set SameSite on the session cookie.',
        ],
        pt: [
          'O formulário de PATH aceita requisições que outro site envia em nome de um usuário conectado.',
          'Inclua um token no formulário, valide-o e defina SameSite no cookie de sessão.',
        ],
      },
      score: 4.3,
      vector: 'AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N',
      cwe: [352],
      group: access,
      reference: 'https://owasp.org/www-community/attacks/csrf',
    },
  ],
  low: [
    {
      name: 'No Content-Security-Policy header on PATH',
      page: 'login',
      texts: {
        en: [
          'The page PATH sends no Content-Security-Policy header.',
          "Start with default-src 'self' in report-only mode.",
        ],
        pt: [
          'A página PATH não envia o cabeçalho Content-Security-Policy.',
          "Comece com default-src 'self' no modo report-only.",
        ],
      },
      score: 3.1,
      vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
      cwe: [693],
      group: protection,
      reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/CSP',
    },
    {
      name: 'Stack trace in the error page of PATH',
      page: 'export',
      texts: {
        en: [
          'A wrong request to PATH is answered with a stack trace, which names files and versions of the application.',
          'Show a plain error page to visitors, and write the stack trace to the log.',
        ],
        pt: [
          'Uma requisição inválida a PATH recebe um stack trace, que revela arquivos e versões da aplicação.',
          'Mostre uma página de erro simples e grave o stack trace no log.',
        ],
      },
      score: 3.7,
      vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
      cwe: [209],
      group: 'Improper Check or Handling of Exceptional Conditions',
      reference: 'https://owasp.org/www-community/Improper_Error_Handling',
    },
  ],
  warning: [
    {
      name: 'The domain has no DMARC record',
      texts: {
        en: [
          'Anybody can send e-mail in the name of the domain.',
          'Publish a DMARC record with p=quarantine or stricter.',
        ],
        pt: [
          'Qualquer pessoa pode enviar e-mails em nome do domínio.',
          'Publique um registro DMARC com p=quarantine ou mais restritivo.',
        ],
      },
      score: 0,
      vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
      cwe: [],
      group: 'Unspecified Threat',
    },
    {
      name: 'Comment of a developer in the source of PATH',
      page: 'about',
      texts: {
        en: [
          'The source of PATH has a comment that names a ticket.',
          'Let the build remove comments from the pages.',
        ],
        pt: [
          'O código-fonte de PATH tem um comentário que cita um ticket.',
          'Faça o build remover os comentários das páginas.',
        ],
      },
      score: 0,
      vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
      cwe: [615],
      group: 'Unspecified Threat',
    },
  ],
};

function findingOf(severity: Severity, kind: Kind, path: string, language: Language): Finding {
  const fill = (text: string) => text.replaceAll('PATH', path);
  const [description, remediation] = kind.texts[language];
  return {
    severity,
    name: fill(kind.name),
    description: fill(description),
    remediation: fill(remediation),
    cvss: { score: kind.score, vector: `CVSS:3.1/${kind.vector}` },
    cwe: kind.cwe,
    cve: kind.cve ?? [],
    group: kind.group,
    references: kind.reference === undefined ? [] : [kind.reference],
    where: path === '' ? [] : [path],
    ...{ type: null, unknownSeverity: null, unreadableScore: null, otherIdentifiers: [], whereCut: false },
  };
}

/** The first `count` findings of a severity: each kind once, then again in a second shop of the site, and so on. */
function samplesOf(severity: Severity, count: number, language: Language): Finding[] {
  const inShop = (number: number) =>
    kinds[severity].flatMap((kind) => {
      if (kind.page === undefined) return number === 1 ? [findingOf(severity, kind, '', language)] : [];
      const path = number === 1 ? `/${kind.page}` : `/shop-${number}/${kind.page}`;
      return [findingOf(severity, kind, path, language)];
    });
  return Array.from({ length: count }, (_, index) => inShop(index + 1))
    .flat()
    .slice(0, count);
}

/** As many findings of each severity as `counts` says, no two of which are alike. */
export function samples(counts: Partial<SeverityCounts>, language: Language = 'en'): Finding[] {
  return severities.flatMap((severity) => samplesOf(severity, counts[severity] ?? 0, language));
}

/** `finding` with the Portuguese texts of the sample of this name, if there is one. */
export function inPortuguese(finding: Finding): Finding {
  const first = samples({ critical: 20, high: 20, medium: 20, low: 20, warning: 20 }, 'pt');
  const { description, remediation } = first.find(({ name }) => name === finding.name) ?? finding;
  return { ...finding, description, remediation };
}

/** The finding of `severity` with this index in {@link samples}, with `changes`. */
export function sample(severity: Severity, index: number, changes: Partial<Finding> = {}): Finding {
  const finding = samplesOf(severity, index + 1, 'en')[index];
  if (finding === undefined) throw new Error(`There is no sample ${index} of severity ${severity}.`);
  return { ...finding, ...changes };
}
