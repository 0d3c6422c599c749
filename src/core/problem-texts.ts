/** What to say about each kind of problem, in both languages. `fault.ts` says it of failed requests. */

import type { Template } from './say.ts';

/** The first line is what happened, the others are remedies. The holes are the facts of the kind. */
export const problemTexts = {
  'missing-api-key': {
    en: 'Nothing was scanned, because `api-key` is empty.\nAdd the key as a secret of the repository, organization or environment, pass it as `api-key` in the workflow, and run the job again.\nIf forks get no secrets, `on-missing-api-key: skip` skips the scan.',
    pt: 'Nada foi escaneado, porque `api-key` está vazio.\nCadastre a chave como secret do repositório, da organização ou do ambiente, passe-a em `api-key` no workflow e execute o job de novo.\nSe forks não recebem secrets, `on-missing-api-key: skip` pula o scan.',
  },
  'missing-api-key-skipped': {
    en: 'Nothing was scanned: pull requests from forks and from Dependabot get no secrets, so there is no API key.\nTo have it scanned, open the pull request from a branch of this repository; for Dependabot, add the key to the Dependabot secrets too.',
    pt: 'Nada foi escaneado: pull requests de forks e do Dependabot não recebem secrets, portanto não há chave de API.\nPara escanear, abra o pull request a partir de uma branch deste repositório; para o Dependabot, cadastre a chave também nos secrets do Dependabot.',
  },
  'target-not-ready': {
    en: 'The target did not answer within {waitedMs}: {fault}. No scan was started.\nCheck that the deployment has finished and that `url` is right.\nIf it only needs longer, raise `wait-for-url`.\nIf it answers with a status that is right for it, such as 404 of an API without a root page, name it in `allowed-statuses`.',
    pt: 'O alvo não respondeu em {waitedMs}: {fault}. Nenhum scan foi iniciado.\nConfira se o deploy terminou e se `url` está certo.\nSe for só questão de tempo, aumente `wait-for-url`.\nSe ele responde com um status que é o certo para ele, como 404 em uma API sem página inicial, inclua-o em `allowed-statuses`.',
  },
  /** A status that shows neither the site nor a temporary fault, such as 401 of a login wall. */
  'target-refused': {
    en: 'The target answered HTTP {status}, which is not the site. No scan was started, since it would be a scan of a login wall or an error page.\nAllow the scanner and this runner through your preview protection, or disable it for previews.\nIf HTTP {status} is right for this target, name it in `allowed-statuses`.\nIf only the scanning service can open it, set `wait-for-url: 0`.',
    pt: 'O alvo respondeu HTTP {status}, o que não é o site. Nenhum scan foi iniciado, pois seria o scan de uma tela de login ou de uma página de erro.\nLibere o scanner e este runner na proteção dos previews ou desative-a para eles.\nSe HTTP {status} estiver certo para este alvo, inclua-o em `allowed-statuses`.\nSe só o serviço de scan consegue abri-lo, use `wait-for-url: 0`.',
  },
  /** The target was ready before the scan, but no longer when the scan had finished. */
  'target-lost': {
    en: 'The target was ready before the scan, but not when the scan had finished: {fault}, for {askedMs}. The scan may have met an error page or a login wall.\nCheck that the deployment stays up during the scan and does not block the scanner, then run the job again.\nIf only the scanning service can open it, set `wait-for-url: 0`.',
    pt: 'O alvo estava pronto antes do scan, mas não quando o scan terminou: {fault}, por {askedMs}. O scan pode ter encontrado uma página de erro ou uma tela de login.\nConfira se o deploy continua no ar durante o scan e não bloqueia o scanner, e execute o job de novo.\nSe só o serviço de scan consegue abri-lo, use `wait-for-url: 0`.',
  },
  'target-left-site': {
    en: 'The target redirects to another site, `{location}`. No scan was started, since it would not be a scan of the target.\nSet `url` to the address that is to be scanned, or let the redirect stay on the same site (often it is a login page of the host).',
    pt: 'O alvo redireciona para outro site, `{location}`. Nenhum scan foi iniciado, pois não seria um scan do alvo.\nUse em `url` o endereço que deve ser escaneado ou mantenha o redirecionamento no mesmo site (a página de login da hospedagem é uma causa frequente).',
  },
  /** The event is about a deployment that has not succeeded. */
  'deployment-not-ready': {
    en: "The deployment that caused this run is not successful yet (`{state}`), so there is nothing to scan.\nRun the job on finished deployments only: `if: github.event.deployment_status.state == 'success'`.",
    pt: "O deployment que iniciou esta execução ainda não teve sucesso (`{state}`); não há o que escanear.\nExecute o job apenas em deployments concluídos: `if: github.event.deployment_status.state == 'success'`.",
  },
  /** Another environment than `environment` asks for, or production, which it does not name. */
  'deployment-not-meant': {
    en: "The deployment that caused this run is of environment `{environment}`, which `environment` does not ask for. Production is scanned only if it is named.[\nTo have it scanned, set `environment: {environment}`.]\nIf not, run the job on other deployments only, by an `if:` on `github.event.deployment.environment`, or on `github.event.client_payload.environment` for Vercel's events.",
    pt: 'O deployment que iniciou esta execução é do ambiente `{environment}`, que `environment` não pede. Produção só é escaneada se for indicada.[\nPara escaneá-lo, use `environment: {environment}`.]\nSe não, execute o job apenas em outros deployments, com um `if:` sobre `github.event.deployment.environment`, ou sobre `github.event.client_payload.environment` nos eventos da Vercel.',
  },
  'deployment-failed': {
    en: 'The deployment of {commit} to `{environment}` failed, so there is nothing to scan.[ Its log: {logUrl}]\nFix the deployment, then re-run the job.',
    pt: 'O deployment de {commit} em `{environment}` falhou; não há o que escanear.[ Log: {logUrl}]\nCorrija o deployment e execute o job de novo.',
  },
  /** No deployment of the commit succeeded in time. `pending`: the environments still being deployed. */
  'no-deployment': {
    en: 'No deployment of {commit}[ to `{environment}`] succeeded within {waitedMs}[; still pending: {pending}].\nGive the URL as `url`, or name the environment of the deployment with `environment`: production counts only if it is named.\nIf the deployment takes longer, raise `wait-for-url`.',
    pt: 'Nenhum deployment de {commit}[ em `{environment}`] teve sucesso em {waitedMs}[; ainda pendentes: {pending}].\nInforme a URL em `url` ou indique o ambiente do deployment em `environment`: produção só conta se for indicada.\nSe o deployment demora mais, aumente `wait-for-url`.',
  },
  /** `deployments`: each with its state. */
  'several-deployments': {
    en: 'It is not known which deployment of {commit} is to be scanned: {deployments}. Each has an address, has failed or is not finished, and none is guessed.\nSet `environment` to the one that is meant, or give each preview a job of its own, as in `examples/monorepo.yml`.\nIf they share an environment, give the URL as `url`.',
    pt: 'Não se sabe qual deployment de {commit} deve ser escaneado: {deployments}. Cada um tem um endereço, falhou ou não terminou, e nenhum é escolhido por adivinhação.\nIndique em `environment` o que deve ser escaneado ou use um job para cada preview, como em `examples/monorepo.yml`.\nSe eles têm o mesmo ambiente, informe a URL em `url`.',
  },
  'deployment-inactive': {
    en: 'The deployment to `{environment}` is inactive: another one replaced it, or the host skipped the build.\nDeploy again, or give each pull request its own environment.',
    pt: 'O deployment em `{environment}` está inativo: outro o substituiu, ou a hospedagem pulou o build.\nFaça o deploy de novo ou dê a cada pull request um ambiente próprio.',
  },
  /** It has no address, or only a page of the host, or one of this machine. */
  'deployment-without-site': {
    en: 'The deployment to `{environment}` names no public site.\nGive the URL as `url`, or let the deploying app set the environment URL of its deployments.',
    pt: 'O deployment em `{environment}` não indica nenhum site público.\nInforme a URL em `url` ou faça o app de deploy definir a URL do ambiente nos deployments.',
  },
  'no-commit': {
    en: 'The `{eventName}` event is about no commit whose deployments could be looked up.\nGive the URL as `url`.\nOn `workflow_run`, let the workflow follow one that runs on `pull_request`, `push` or `merge_group`.',
    pt: 'O evento `{eventName}` não trata de um commit cujos deployments pudessem ser consultados.\nInforme a URL em `url`.\nEm `workflow_run`, faça o workflow seguir um que rode em `pull_request`, `push` ou `merge_group`.',
  },
  'deployments-unreadable': {
    en: 'The deployments of the commit could not be read ({gitHub}).\nOr give the URL as `url`.',
    pt: 'Não foi possível ler os deployments do commit ({gitHub}).\nOu informe a URL em `url`.',
  },
  /** The answer to the start was lost, or the time was up before it came. */
  'start-unconfirmed': {
    en: 'The scanning service did not confirm the start of the scan ({fault}), so it is not known whether one runs.\nLook for it in the dashboard of the scanning service. If it is there, set `scan-id`.\nIf it is not, run the job again.\nIf the scanning service is just slow, raise `timeout`.',
    pt: 'O serviço de scan não confirmou o início do scan ({fault}), portanto não se sabe se há um em andamento.\nProcure-o no painel do serviço de scan. Se estiver lá, informe `scan-id`.\nSe não estiver, execute o job de novo.\nSe o serviço de scan só estiver lento, aumente `timeout`.',
  },
  /** `percentage`: `null` if there was no result yet. */
  timeout: {
    en: 'The scan was not finished after {afterMs}[; it had reached {percentage}].\nRun the job again: on a pull request with a comment, it takes up the scan.\nIf scans of this site usually take so long, raise `timeout`.',
    pt: 'O scan não terminou em {afterMs}[; tinha chegado a {percentage}].\nExecute o job de novo: em um pull request com comentário, ele retoma o scan.\nSe os scans deste site costumam demorar tanto, aumente `timeout`.',
  },
  'no-end-date': {
    en: 'The scan reached 100%, but was not marked finished within {graceMs}.\nThe result may still be there: run the job again with `scan-id` set to this scan.',
    pt: 'O scan chegou a 100%, mas não foi dado como concluído em {graceMs}.\nO resultado talvez ainda chegue: execute o job de novo com o ID deste scan em `scan-id`.',
  },
  incomplete: {
    en: 'The scan is incomplete ({percentage}), so part of the target was not checked.\nRun the job again for a new scan. If that is incomplete too, contact the support of the scanning service.',
    pt: 'O scan está incompleto ({percentage}), portanto parte do alvo não foi verificada.\nExecute o job de novo para um novo scan. Se ele também ficar incompleto, procure o suporte do serviço de scan.',
  },
  'too-few-checks': {
    en: 'The scan made {checks:check|checks}, fewer than `min-checks` ({minimum}), so it says too little about the target.\nCheck that the scanning service can reach the whole target (firewall, login, DNS, rate limit).\nCheck that `preferences` leave checks on.\nIf `min-checks` is too high for this target, lower it.',
    pt: 'O scan fez {checks:verificação|verificações}, menos do que `min-checks` ({minimum}), portanto diz muito pouco sobre o alvo.\nConfira se o serviço de scan alcança o alvo inteiro (firewall, login, DNS, limite de requisições).\nConfira se `preferences` deixa verificações ativas.\nSe `min-checks` for alto demais para este alvo, reduza-o.',
  },
  /** Checks that `preferences` switch on, but that the finished scan names as switched off. */
  'check-switched-off': {
    en: '`preferences` ask for {options}, but the scan ran without.\nRun the job again for a new scan, without `scan-id`.\nIf it happens again, contact the support of the scanning service, or remove the check from `preferences`.',
    pt: '`preferences` pede {options}, mas o scan foi executado sem isso.\nExecute o job de novo para um novo scan, sem `scan-id`.\nSe a opção vier desativada outra vez, procure o suporte do serviço de scan ou retire-a de `preferences`.',
  },
  unreadable: {
    en: 'The result of the scan could not be understood: `{path}` should be {expected}.\nRun the job again; if it happens again, look for a newer release of Scan Gate.',
    pt: 'Não foi possível entender `{path}` no resultado do scan.\nExecute o job de novo; se persistir, procure uma versão mais nova do Scan Gate.',
  },
  /** The total is higher than the number of findings listed and counted by severity. */
  'unexplained-total': {
    en: 'The scan says it has {total} findings in all, but lists only {found}, so it is not known how severe the others are.\nLook up the scan in the dashboard of the scanning service, or run the job again for a new scan.',
    pt: 'O scan diz ter {total} achados no total, mas só informa {found}; não há como saber a severidade dos demais.\nConsulte o scan no painel do serviço de scan ou execute o job de novo para um novo scan.',
  },
  'other-scan': {
    en: 'The scanning service answered with another scan: `{got}` instead of `{expected}`.\nRun the job again; if it happens again, contact the support of the scanning service.',
    pt: 'O serviço de scan respondeu com outro scan: `{got}` em vez de `{expected}`.\nExecute o job de novo; se persistir, procure o suporte do serviço de scan.',
  },
  /** With or without a scan that continues at the service. */
  cancelled: {
    en: 'The run was cancelled by the user or by a newer run before it was done.\nIf a newer run has started, there is nothing to do: it replaces the comment. If none has, run the job again: on a pull request with a comment, it takes up the scan.\nOr look for the scan in the dashboard of the scanning service, and set `scan-id`.',
    pt: 'A execução foi cancelada pelo usuário ou por uma execução mais recente antes de terminar.\nSe uma execução mais recente começou, não há nada a fazer: ela substitui o comentário. Se nenhuma começou, execute o job de novo: em um pull request com comentário, ele retoma o scan.\nOu procure o scan no painel do serviço de scan e informe `scan-id`.',
  },
  internal: {
    en: 'Scan Gate itself failed[: {detail}].\nThis is a bug. Run the job again with debug logging, and open an issue with the log in the repository that `uses:` names.',
    pt: 'O próprio Scan Gate falhou[: {detail}].\nIsto é um bug. Execute o job de novo com o log de depuração ativado e abra uma issue com o log no repositório indicado em `uses:`.',
  },
  /** The scan to compare with could not be read. `baseline`: the setting as given. */
  baseline: {
    en: 'The baseline `{baseline}` could not be read, so it is not known what is new. {problem}\nHave the baseline scanned again, or set `baseline` to a scan that has finished.',
    pt: 'Não foi possível ler a linha de base `{baseline}`, portanto não se sabe o que é novo. {problem}\nEscaneie a linha de base de novo ou indique em `baseline` um scan já concluído.',
  },
} as const satisfies Readonly<Record<string, Template>>;
