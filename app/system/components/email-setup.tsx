/** How to have the site send email, for a site without a mail server. */
export function EmailSetup() {
  return (
    <section className="panel full" aria-labelledby="email">
      <h2 id="email">Email</h2>
      <p>
        No mail server is set, so no email leaves this site: each one is kept in the email log. To send them,
        set <code>SMTP_URL</code> in the environment, for example{' '}
        <code>smtps://user:password@mail.example.com:465</code>, and <code>MAIL_FROM</code> to the sender’s
        address. Then start the site again. Emails that were kept can be sent from the email log afterwards.
      </p>
    </section>
  )
}
