import { markup } from '../../markdown/escape.ts';
import { ownLink } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import type { Texts } from '../../texts/texts.ts';

/** Where the files of the run are, and which reports are missing and why; `''` where there are none. */
export function filesSection(model: ReportModel, texts: Texts): string {
  const { artifact, pdfs, missing } = model.files;
  const items = [
    ...pdfs
      .slice(0, 10)
      .map(({ type, fileName }) =>
        markup(texts.phrase.reportInArtifact(texts.report[type], fileName.replaceAll('`', "'"))),
      ),
    ...missing
      .slice(0, 10)
      .map(({ type, why }) => markup(texts.phrase.reportMissing(texts.report[type], why))),
  ];
  if (artifact !== null)
    items.unshift(`${markup(texts.phrase.artifact())} ${ownLink(artifact.name, artifact.url)}`);
  return items.map((item) => `- ${item}`).join('\n');
}
