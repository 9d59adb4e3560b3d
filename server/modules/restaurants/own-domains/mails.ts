/** The mail to the owners of a restaurant whose own domain has stopped working. `origin` comes from the configuration. */
import type { DomainProblem, Language } from '#contract/base/enumerations.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { greeting, placeInMessage } from '#server/modules/outbound/name-in-message.ts';
import type { Owner } from '../owners.ts';

interface FailedDomain {
  restaurant: string;
  domain: string;
  problem: DomainProblem;
}

export function domainFailedMail(
  { email, first_name, language }: Owner,
  { restaurant, domain, problem }: FailedDomain,
  origin: string,
): MailMessage {
  const { subject, told, problems, see, after } = words[language];
  return mailOf({
    to: email,
    language,
    subject: subject(domain),
    paragraphs: [greeting(first_name, language), told(placeInMessage(restaurant, language), domain), problems[problem]],
    link: { label: see, address: `${origin}/dashboard/branding#site-address` },
    after: problem === 'taken' ? [] : [after],
  });
}

interface DomainWords {
  subject: (domain: string) => string;
  told: (place: string, domain: string) => string;
  /** The reason, and what to do. */
  problems: Record<DomainProblem, string>;
  see: string;
  after: string;
}

const words: Record<Language, DomainWords> = {
  en: {
    subject: (domain) => `${domain} doesn't work any more`,
    told: (place, domain) =>
      `Guests of ${place} can't open ${domain}. They can still order: new links lead to the old address of your site. Links and printed codes with the domain may not work.`,
    problems: {
      no_answer:
        "The name servers of the domain don't answer. Ask the company where you bought it, and check that it is paid for.",
      not_found:
        'The record that leads the domain to us is gone. Set it again where you bought the domain, and check that the domain is paid for.',
      proof_missing:
        'The TXT record is gone, which proves that the domain is yours. Set it again where you bought the domain.',
      elsewhere:
        'The domain leads somewhere else. Where you bought it, remove its other A, AAAA and CNAME records, and switch off any proxy.',
      ipv6_elsewhere: 'An AAAA record of the domain leads somewhere else. Remove it where you bought the domain.',
      taken:
        'Another restaurant has proven that the domain is theirs. If it is yours, remove their TXT record where you bought the domain, and set yours again.',
      certificate:
        'Its certificate is no longer good. We ask for a new one, and you need to do nothing. If this lasts longer than a day, tell whoever runs Order Manager for you.',
      authority:
        'A CAA record of the domain keeps us from getting a certificate. Remove it where you bought the domain.',
      unreachable:
        "The records are right, but the site doesn't answer there. You need to do nothing. If this lasts longer than an hour, tell whoever runs Order Manager for you.",
      other_server:
        'Something else answers at the domain. Switch off any proxy or redirect where you bought the domain.',
    },
    see: 'See your domain',
    after: 'We keep looking. Once it works again, your site moves back to the domain by itself.',
  },
  ar: {
    subject: (domain) => `لم يعد ${domain} يعمل`,
    told: (place, domain) =>
      `لا يستطيع ضيوف ${place} فتح ${domain}. ما زال بإمكانهم الطلب: تقود الروابط الجديدة إلى العنوان القديم لموقعك. وقد لا تعمل الروابط والرموز المطبوعة التي تحمل النطاق.`,
    problems: {
      no_answer: 'خوادم الأسماء لهذا النطاق لا تجيب. اسأل الشركة التي اشتريته منها وتأكد من سداد رسومه.',
      not_found:
        'السجل الذي يقود النطاق إلينا لم يعد موجودًا. أضفه من جديد حيث اشتريت النطاق، وتأكد من سداد رسوم النطاق.',
      proof_missing: 'سجل TXT الذي يثبت أن النطاق لك لم يعد موجودًا. أضفه من جديد حيث اشتريت النطاق.',
      elsewhere: 'يقود النطاق إلى مكان آخر. حيث اشتريته احذف سجلات A وAAAA وCNAME الأخرى وأوقف أي وسيط.',
      ipv6_elsewhere: 'يقود سجل AAAA للنطاق إلى مكان آخر. احذفه حيث اشتريت النطاق.',
      taken: 'أثبت مطعم آخر أن النطاق له. إن كان لك فاحذف سجل TXT الخاص به حيث اشتريت النطاق، وأضف سجلك من جديد.',
      certificate:
        'لم تعد شهادته صالحة. نطلب شهادة جديدة، وليس عليك فعل شيء. إن استمر هذا أكثر من يوم فأخبر من يدير Order Manager لديك.',
      authority: 'يمنعنا سجل CAA للنطاق من الحصول على شهادة. احذفه حيث اشتريت النطاق.',
      unreachable:
        'السجلات صحيحة لكن الموقع لا يجيب هناك. ليس عليك فعل شيء. إن استمر هذا أكثر من ساعة فأخبر من يدير Order Manager لديك.',
      other_server: 'يجيب خادم آخر على هذا النطاق. أوقف أي وسيط أو تحويل حيث اشتريت النطاق.',
    },
    see: 'عرض نطاقك',
    after: 'نواصل التحقق. حين يعمل من جديد يعود موقعك إلى النطاق تلقائيًا.',
  },
};
