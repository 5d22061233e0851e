import { emailField, nameField, readVisitorForm } from '../../platform/text/visitor-form.ts'

export const longest = { name: 120, subject: 200, message: 5000, answer: 5000 } as const

/** Returns the message in the contact form. */
export function readContactMessage(form: FormData) {
  return readVisitorForm(form, {
    name: nameField,
    email: emailField,
    subject: { longest: longest.subject, missing: 'Please give your message a subject.' },
    message: { longest: longest.message, missing: 'Please write your message.', is: 'prose' },
  })
}

type ContactForm = ReturnType<typeof readContactMessage>
export type ContactMessage = Extract<ContactForm, { ok: true }>['value']
export type ContactRefusal = Extract<ContactForm, { ok: false }>['problem']
