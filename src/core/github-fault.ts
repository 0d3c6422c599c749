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
  /** The answer was not what GitHub's description of its API promises. */
  malformed: {
    en: 'an answer that is not understood\nRun the job again; if it happens again, check that no proxy answers in place of GitHub.',
    pt: 'uma resposta que não foi entendida\nExecute o job de novo; se persistir, confira se nenhum proxy responde no lugar do GitHub.',
  },
  'rate-limit': refusal(
    'The token has reached its rate limit: run the job again later, or scan less often.',
    'O token atingiu o limite de requisições: execute o job de novo mais tarde ou escaneie com menos frequência.',
  ),
  permission: refusal(
    'Add `permissions: {permission}` to the job, and check that `github-token` has access to this repository. On pull requests from forks it can only read.',
    'Adicione `permissions: {permission}` ao job e confira se `github-token` tem acesso a este repositório. Em pull requests de forks, ele só pode ler.',
  ),
  credentials: refusal(
    'Check `github-token`: it must be valid, and the organization must allow it (single sign-on, IP allow list).',
    'Confira `github-token`: ele deve ser válido e aceito pela organização (login único, lista de IPs permitidos).',
  ),
  /** GitHub's message is all that is known: the conversation is locked, issues are switched off, and so on. */
  refused: refusal(
    "Change what GitHub's message names. If it names nothing, open an issue with the debug log in the repository that `uses:` names.",
    'Corrija o que a mensagem do GitHub indica. Se ela não indicar nada, abra uma issue com o log de depuração no repositório indicado em `uses:`.',
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
export type Refusal = Exclude<keyof typeof gitHubFaultKinds, PlainKind>;
/** Why GitHub gave no usable answer. `detail` is its message. */
export type GitHubFault = { kind: PlainKind } | { kind: Refusal; status: number; detail: string };

/** @param permission what the token needs, as written in a workflow. It is named only if the token may lack it */
export function describeGitHubFault(
  fault: GitHubFault,
  permission: string,
  language: Language = 'en',
): Advice {
  return advise(gitHubFaultKinds[fault.kind], { ...fault, permission }, language);
}
