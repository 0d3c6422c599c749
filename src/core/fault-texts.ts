/** What to say about each kind of fault of one request, in both languages. The words of a status are in `fault.ts`. */

import type { Template } from './say.ts';

/** What to do about a class of faults of a request to the service. */
export const remedies = {
  key: {
    en: 'Check the secret behind `api-key`: that it is set here, has not expired, and that its account may scan this target.',
    pt: 'Confira o secret de `api-key`: se está definido aqui, se não expirou e se a conta pode escanear este alvo.',
  },
  request: {
    en: 'Check `url`, `preferences` and `scan-id` against what the scanning service accepts.',
    pt: 'Confira se `url`, `preferences` e `scan-id` têm valores que o serviço de scan aceita.',
  },
  address: {
    en: 'Check that `base-url` is the address of the scanning service, without `/v1/api/…`, and with no proxy or login page before it.',
    pt: 'Confira se `base-url` é o endereço do serviço de scan, sem `/v1/api/…` e sem proxy nem página de login na frente.',
  },
  later: {
    en: 'Run the job again later; if it happens again, check the state of the scanning service and the network of the runner.',
    pt: 'Execute o job de novo mais tarde; se persistir, verifique o estado do serviço de scan e a rede do runner.',
  },
  certificate: {
    en: 'If the certificate comes from a private authority, name its file in `NODE_EXTRA_CA_CERTS`; otherwise have it renewed.',
    pt: 'Se o certificado for de uma autoridade privada, indique o arquivo dela em `NODE_EXTRA_CA_CERTS`; se não, renove-o.',
  },
  size: {
    en: 'Narrow the scan with `preferences`, or ask the support of the scanning service why the answer is so large.',
    pt: 'Restrinja o scan com `preferences` ou pergunte ao suporte do serviço de scan por que a resposta é tão grande.',
  },
  proxy: {
    en: 'Check the address and the login in `HTTPS_PROXY` (or the variable that names the proxy), and that the proxy lets this host through; or add the host to `NO_PROXY`.',
    pt: 'Confira o endereço e o login em `HTTPS_PROXY` (ou na variável que indica o proxy) e se o proxy permite este host, ou inclua o host em `NO_PROXY`.',
  },
  secret: {
    en: 'Change the secret, and report this to the operator of the scanning service.',
    pt: 'Troque o segredo e avise o operador do serviço de scan.',
  },
} as const satisfies Readonly<Record<string, Template>>;

interface FaultRow extends Template {
  readonly remedy: keyof typeof remedies;
}

/** What a fault of each kind says, in the middle of a sentence. The holes are its facts. */
export const faultTexts = {
  /** No connection, or it broke. `code`: the system's error code, such as `ECONNREFUSED`. */
  network: {
    en: 'the connection failed ({code})',
    pt: 'a conexão falhou ({code})',
    remedy: 'later',
  },
  certificate: {
    en: 'the certificate was not accepted ({code})',
    pt: 'o certificado não foi aceito ({code})',
    remedy: 'certificate',
  },
  /** Nothing was sent. */
  proxy: {
    en: 'a proxy refused to connect (HTTP {status})',
    pt: 'um proxy recusou a conexão (HTTP {status})',
    remedy: 'proxy',
  },
  /** Silence for `afterMs`, or no complete answer in that time. */
  timeout: {
    en: 'no complete answer came within {afterMs}',
    pt: 'nenhuma resposta completa chegou em {afterMs}',
    remedy: 'later',
  },
  redirect: {
    en: 'a redirect led to `{location}`',
    pt: 'um redirecionamento levou a `{location}`',
    remedy: 'address',
  },
  'too-large': {
    en: 'the answer was larger than {limitMib} MiB',
    pt: 'a resposta passava de {limitMib} MiB',
    remedy: 'size',
  },
  'not-json': {
    en: 'the answer was not JSON[ (“{detail}”)]',
    pt: 'a resposta não era JSON',
    remedy: 'address',
  },
  /** An error in an answer with a status of success. */
  'error-text': {
    en: 'the answer was an error in place of a result[: “{detail}”]',
    pt: 'a resposta era um erro em vez de um resultado[: “{detail}”]',
    remedy: 'request',
  },
  /** JSON of the wrong shape. `expected`: what belongs there, in our words. */
  'wrong-shape': {
    en: '`{path}` of the answer should be {expected}',
    pt: 'não foi possível entender `{path}` na resposta',
    remedy: 'address',
  },
  'not-pdf': {
    en: 'the answer was not a PDF file',
    pt: 'a resposta não era um arquivo PDF',
    remedy: 'later',
  },
  /** A PDF file in which a secret can be read. */
  'holds-secret': {
    en: 'the file held a secret of this run, such as the API key, and was not kept',
    pt: 'o arquivo continha um segredo desta execução, como a chave de API, e não foi guardado',
    remedy: 'secret',
  },
} as const satisfies Readonly<Record<string, FaultRow>>;
