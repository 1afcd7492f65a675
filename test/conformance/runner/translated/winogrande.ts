import { strip } from '../../../../plugin/python/index.ts'

/** The module as the cases have it. */
export const source = `# The blank "_" splits the sentence: each option completes what stands before it, and what follows is scored.
def parts(doc):
    before, _, after = doc["sentence"].partition("_")
    return before, after.strip()


def doc_to_text(doc):
    return int(doc["answer"]) - 1


def doc_to_choice(doc):
    before, _ = parts(doc)
    return [before + doc[name] for name in ("option1", "option2")]


def doc_to_target(doc):
    return parts(doc)[1]
`

type Blank = Record<'sentence' | 'option1' | 'option2' | 'answer', string>

function parts({ sentence }: Blank): [before: string, after: string] {
  const blank = sentence.indexOf('_')
  if (blank < 0) return [sentence, '']
  return [sentence.slice(0, blank), strip(sentence.slice(blank + 1))]
}

export const functions = {
  doc_to_text: ({ answer }: Blank) => Number(answer) - 1,
  doc_to_choice: (doc: Blank) => [doc.option1, doc.option2].map(option => parts(doc)[0] + option),
  doc_to_target: (doc: Blank) => parts(doc)[1],
}
