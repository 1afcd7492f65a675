/** A row of the data set: a sentence with a pronoun, and two things it may stand for. */
interface Schema {
  text: string
  pronoun: string
  pronoun_loc: number
  options: string[]
  label: number
}

const possessives = ['my', 'his', 'her', 'our', 'their']
const capitalised = ['A', 'An', 'The', 'She', 'He', 'It', 'They', 'My', 'His', 'Her', 'Their']

/** Fits both options into the pronoun's place: one space where there were two, possessive and lower-case forms. */
export function process_docs(docs: Schema[]): Schema[] {
  return docs.map(doc => {
    const text = doc.text.replaceAll('  ', ' ')
    return { ...doc, text, options: doc.options.map(option => fitOption({ ...doc, text }, option)) }
  })
}

function fitOption({ text, pronoun, pronoun_loc }: Schema, option: string): string {
  const fitted = possessives.includes(pronoun.toLowerCase()) ? `${option}'s` : option
  const [first = ''] = fitted.trim().split(/\s+/u)
  // The character two before the pronoun ends the sentence before, if the pronoun begins a sentence.
  const beginsSentence = [...text].at(pronoun_loc - 2) === '.'
  if (beginsSentence || !capitalised.includes(first)) return fitted
  return fitted.replaceAll(first, first.toLowerCase())
}
