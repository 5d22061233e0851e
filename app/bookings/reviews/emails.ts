import type { EmailPart } from '../../mail/email.ts'
import { reviewRulesAt, ruleText } from './hiding-rules.ts'

/** Returns the content of the email after a visit, which asks for a review if the guest may write one. */
export function thankYou(
  experienceTitle: string,
  vineyardName: string,
  { may_review, review_link }: { may_review: boolean; review_link: string },
) {
  const hope = `We hope you enjoyed ${experienceTitle} at ${vineyardName}. Vineyards live by word of mouth:`
  const subject = `Thank you for visiting ${vineyardName}`
  const preview = 'We hope you had a good day.'
  if (!may_review) return { subject, preview, opening: `${hope} please tell a friend.` }
  return {
    subject,
    preview: 'How was it? A few stars and words help others choose.',
    opening: `${hope} please give your visit one to five stars and a few words. They are shown with your first name and the month.`,
    button: { label: 'Write a review', href: review_link },
  }
}

/** Returns the content of the email about a review that an admin hid or, if `rule` is null, shows again. */
export function moderationContent(vineyardName: string, rule: number | null, terms: string) {
  const links: EmailPart = {
    kind: 'links',
    links: [{ label: 'The rules for reviews', href: `${terms}#${reviewRulesAt}` }],
  }
  if (rule === null)
    return {
      subject: `Your review of ${vineyardName} is shown again`,
      preview: 'We looked at your review once more.',
      heading: 'Your review is shown again',
      opening: `We looked at your review of ${vineyardName} once more, and it is on the vineyard’s page again.`,
      after: [links],
    }
  const broken: EmailPart[] = [
    { kind: 'quote', text: `Rule ${rule}: ${ruleText(rule)}` },
    {
      kind: 'text',
      text: 'If you think that we are wrong, please write to us. The review stays hidden until we have looked at it again, even if you change it.',
    },
    links,
  ]
  return {
    subject: `Your review of ${vineyardName} is hidden`,
    preview: `Your review breaks rule ${rule} of our rules for reviews.`,
    heading: 'Your review is hidden',
    opening: `We have hidden your review of ${vineyardName}, because it breaks rule ${rule} of our rules for reviews. We never hide a review for being negative.`,
    after: broken,
  }
}

/** Returns the content of the email that says that the link of a booking was used to write, change or delete its review. */
export function ownReviewContent(
  vineyardName: string,
  done: 'written' | 'changed' | 'deleted',
  contact: string,
) {
  const sentence = `Your review of ${vineyardName} was ${done}`
  return {
    subject: sentence,
    preview: 'If this was you, there is nothing to do.',
    heading: `Your review was ${done}`,
    opening: `${sentence} through the link of your booking. If this was you, there is nothing to do. If it was somebody else, please write to us.`,
    after: [{ kind: 'links', links: [{ label: 'Write to us', href: contact }] }] satisfies EmailPart[],
  }
}
