/** Why GitHub gave no usable answer, with what to do, in both languages. */

import { type Advice, advise, type Language, type Template } from './say.ts';

export const gitHubFaultKinds = {
  /** `github-token` is empty, so GitHub was not asked. */
  'no-token': {
    en: 'no `github-token`\nPass a `github-token`.',
    pt: 'sem `github-token`\nPasse um `github-token`.',
  },
  /** No connection, or it broke, or GitHub was silent. */
  unreachable: {
    en: 'GitHub could not be reached\nRun the job again; on a self-hosted runner, check its network, its proxy and `GITHUB_API_URL`.',
    pt: 'não foi possível acessar o GitHub\nExecute o job de novo; em um runner próprio, confira a rede, o proxy e `GITHUB_API_URL`.',
  },
  'rate-limit': {
    en: 'HTTP {status}, the rate limit of the token is used up\nRun the job again later, or scan less often.',
    pt: 'HTTP {status}, o limite de requisições do token se esgotou\nExecute o job de novo mais tarde ou escaneie com menos frequência.',
  },
  /** The answer was not what GitHub's description of its API promises. */
  malformed: {
    en: 'an answer that is not understood\nRun the job again; if it happens again, check that no proxy answers in place of GitHub.',
    pt: 'uma resposta que não foi entendida\nExecute o job de novo; se persistir, confira se nenhum proxy responde no lugar do GitHub.',
  },
  permission: refusal(
    'Add `permissions: {permission}` to the job, and check that `github-token` has access to this repository. On pull requests from forks it can only read.',
    'Adicione `permissions: {permission}` ao job e confira se `github-token` tem acesso a este repositório. Em pull requests de forks, ele só pode ler.',
  ),
  credentials: refusal(
    'The token is not valid: check `github-token`.',
    'O token não é válido: confira `github-token`.',
  ),
  sso: refusal(
    'Authorize the token for single sign-on in the organization, or use the token of the job.',
    'Autorize o token para o login único da organização ou use o token do job.',
  ),
  'ip-allow-list': refusal(
    "Add the runner's address to the IP allow list of the organization, or use a runner that is on it.",
    'Inclua o endereço do runner na lista de IPs permitidos da organização ou use um runner que esteja nela.',
  ),
  archived: refusal(
    'The repository is archived, so nothing can be written: unarchive it, or disable the workflow.',
    'O repositório está arquivado e não aceita alterações: desarquive-o ou desative o workflow.',
  ),
  locked: refusal('Unlock the conversation.', 'Desbloqueie a conversa.'),
  'too-many-comments': refusal(
    'The conversation has 2,500 comments: open a new pull request, or a new issue.',
    'A conversa tem 2.500 comentários: abra um novo pull request ou uma nova issue.',
  ),
  interactions: refusal(
    'Lift the interaction limit of the repository, or wait until it ends.',
    'Remova o limite de interações do repositório ou espere que ele termine.',
  ),
  'switched-off': refusal(
    'Switch the feature on in the settings of the repository.',
    'Ative o recurso nas configurações do repositório.',
  ),
  refused: refusal(
    "If GitHub's message does not say what to do, open an issue with the debug log in the repository that `uses:` names.",
    'Se a mensagem do GitHub não disser o que fazer, abra uma issue com o log de depuração no repositório indicado em `uses:`.',
  ),
  broken: refusal(
    'GitHub has a problem of its own: run the job again later.',
    'O GitHub está com um problema: execute o job de novo mais tarde.',
  ),
} as const satisfies Readonly<Record<string, Template>>;

/** GitHub's own message is quoted before the remedy. */
function refusal<const En extends string, const Pt extends string>(en: En, pt: Pt) {
  return { en: `HTTP {status}[: “{detail}”]\n${en}`, pt: `HTTP {status}[: “{detail}”]\n${pt}` } as const;
}

type PlainKind = 'no-token' | 'unreachable' | 'malformed';
/** Why GitHub refused: a kind with a remedy of its own. */
export type Refusal = Exclude<keyof typeof gitHubFaultKinds, PlainKind | 'rate-limit'>;
/** Why GitHub gave no usable answer. `detail` is its message. */
export type GitHubFault =
  | { kind: PlainKind }
  | { kind: 'rate-limit'; status: number }
  | { kind: Refusal; status: number; detail: string };

/** @param permission what the token needs, as written in a workflow. It is named only if the token may lack it */
export function describeGitHubFault(
  fault: GitHubFault,
  permission: string,
  language: Language = 'en',
): Advice {
  return advise(gitHubFaultKinds[fault.kind], { ...fault, permission }, language);
}
