import type { HtmlElement } from '../scan/html.ts';
import type { Page } from '../scan/site.ts';
import { isLoopbackHost } from '../scan/target.ts';
import { type Check, excerpt, onPages } from './check.ts';

/** Elements that load something by themselves, and the attribute that says what. */
const LOADING: Record<string, string> = {
  script: 'src',
  img: 'src',
  iframe: 'src',
  link: 'href',
  video: 'src',
  audio: 'src',
};

function resolve(page: Page, value: string | undefined): URL | null {
  return value ? URL.parse(value, page.url) : null;
}

/** Where an element loads from; null for anything that is not loaded by itself, such as a canonical link. */
function loadedUrl(page: Page, { name, attributes }: HtmlElement): URL | null {
  const attribute = LOADING[name];
  if (!attribute) return null;
  if (name === 'link' && !/\b(?:stylesheet|preload|icon)\b/i.test(attributes.get('rel') ?? '')) return null;
  return resolve(page, attributes.get(attribute));
}

function mixedContent(page: Page): Record<string, unknown> | null {
  if (!page.url.startsWith('https:')) return null;
  const urls = page.document.elements.flatMap((element) => {
    const url = loadedUrl(page, element);
    return url?.protocol === 'http:' ? [excerpt(url.href)] : [];
  });
  return urls.length > 0 ? { loads: urls.slice(0, 10) } : null;
}

function cleartextForm(page: Page): Record<string, unknown> | null {
  const form = page.document.forms.find(({ action }) => {
    const url = resolve(page, action);
    return url?.protocol === 'http:' && (page.url.startsWith('https:') || !isLoopbackHost(url.hostname));
  });
  return form ? { action: excerpt(form.action), method: form.method } : null;
}

function scriptWithoutIntegrity(page: Page): Record<string, unknown> | null {
  const origin = new URL(page.url).origin;
  const scripts = page.document.elements.flatMap((element) => {
    const isLoaded =
      element.name === 'script' ||
      (element.name === 'link' && /stylesheet/i.test(element.attributes.get('rel') ?? ''));
    const url = isLoaded ? loadedUrl(page, element) : null;
    return url &&
      /^https?:$/.test(url.protocol) &&
      url.origin !== origin &&
      !element.attributes.get('integrity')
      ? [excerpt(url.href)]
      : [];
  });
  return scripts.length > 0 ? { loads: scripts.slice(0, 10) } : null;
}

export const pageContentChecks: readonly Check[] = [
  {
    id: 'mixed-content',
    type: 'content',
    group: 'Protection Mechanism Failure',
    name: 'Encrypted page loads unencrypted content',
    cwe: [311, 319],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
    text: {
      en: {
        description:
          'A page served over HTTPS loads parts over HTTP, where they can be read and replaced on the way.',
        remediation:
          'Load everything over HTTPS, and add upgrade-insecure-requests to the Content-Security-Policy.',
      },
      pt: {
        description:
          'Uma página servida por HTTPS carrega partes por HTTP, que podem ser lidas e trocadas no caminho.',
        remediation:
          'Carregue tudo por HTTPS e adicione upgrade-insecure-requests à Content-Security-Policy.',
      },
    },
    applies: (site) => site.isTls,
    find: (site) => onPages(site.pages, mixedContent),
  },
  {
    id: 'form-to-cleartext',
    type: 'content',
    group: 'Protection Mechanism Failure',
    name: 'Form sends its data unencrypted',
    cwe: [319],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/319.html',
    text: {
      en: {
        description: 'A form sends what visitors type to an address without encryption.',
        remediation: 'Change the action of the form to an HTTPS address.',
      },
      pt: {
        description: 'Um formulário envia o que os visitantes digitam para um endereço sem criptografia.',
        remediation: 'Altere o action do formulário para um endereço HTTPS.',
      },
    },
    find: (site) => onPages(site.pages, cleartextForm),
  },
  {
    // A warning, as for `cleartext`: the page is on a loopback host.
    id: 'password-over-http',
    type: 'content',
    group: 'Protection Mechanism Failure',
    name: 'Password field on an unencrypted page',
    cwe: [523],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
    text: {
      en: {
        description:
          'A page that asks for a password was served over HTTP. This is harmless on this machine only.',
        remediation: 'Serve login pages over HTTPS wherever they leave the machine.',
      },
      pt: {
        description: 'Uma página que pede senha foi servida por HTTP. Isso só é inofensivo nesta máquina.',
        remediation: 'Sirva as páginas de login por HTTPS sempre que elas saírem da máquina.',
      },
    },
    applies: (site) => !site.isTls,
    find: (site) =>
      onPages(
        site.pages,
        (page) =>
          page.document.forms.some(({ inputs }) => inputs.some(({ type }) => type === 'password')) && {
            field: 'password',
          },
      ),
  },
  {
    id: 'integrity-missing',
    type: 'content',
    group: 'Protection Mechanism Failure',
    name: 'Foreign script without integrity check',
    cwe: [353, 829],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity',
    text: {
      en: {
        description:
          'Scripts or style sheets are loaded from another host without an integrity attribute; whoever controls that host controls the page.',
        remediation:
          'Add integrity and crossorigin attributes to the elements, or serve the files from the own site.',
      },
      pt: {
        description:
          'Scripts ou folhas de estilo são carregados de outro host sem o atributo integrity; quem controla esse host controla a página.',
        remediation:
          'Adicione os atributos integrity e crossorigin aos elementos ou sirva os arquivos do próprio site.',
      },
    },
    find: (site) => onPages(site.pages, scriptWithoutIntegrity),
  },
];
