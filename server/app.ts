import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { api } from '#contract/base/api.ts';
import { languages } from '#contract/base/enumerations.ts';
import { startCleaningUp } from './clean-up.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import { openStandingConnection } from './db/standing-connection.ts';
import type { Deps } from './deps.ts';
import { openEventLog } from './events/event-log.ts';
import { Admission } from './http/admission.ts';
import { apiDocsRoutes } from './http/docs/api-docs.ts';
import { loadBuiltApps } from './http/pages/built-apps.ts';
import type { Handlers } from './http/handlers.ts';
import { jobHandlers } from './job-handlers.ts';
import { healthRoutes, openReadiness } from './http/health.ts';
import type { LogStream } from './http/logging.ts';
import { measureServer } from './measure-server.ts';
import type { Metrics } from './metrics.ts';
import { mount } from './http/mount.ts';
import { addOpenRoutes, type OpenRoute } from './http/open-routes.ts';
import { openApi } from './http/docs/openapi.ts';
import { pageRoutes } from './http/pages/pages.ts';
import { SeenTokens } from './http/requests/seen-tokens.ts';
import { createServer } from './http/server.ts';
import { ownOrigin } from './http/pages/own-origin.ts';
import { siteIndexRoutes } from './http/pages/site-index.ts';
import { Streams } from './http/streams/streams.ts';
import { adminRoutes } from './modules/platform/routes.ts';
import { scheduleBackups } from './modules/platform/backups/schedule-backups.ts';
import type { LogShipping } from './modules/platform/backups/ship-log.ts';
import { startEscalation } from './modules/kitchen/escalation/escalation.ts';
import { rememberUnconfirmed, watchCompanySessions } from './modules/accounts/company/watch-company-sessions.ts';
import { findCaller } from './modules/accounts/sessions/find-caller.ts';
import { listEndedTokens } from './modules/accounts/sessions/list-ended-tokens.ts';
import { openWithProof } from './modules/accounts/second-factor/require-proof.ts';
import { createPasswords, type Passwords } from './modules/accounts/passwords/passwords.ts';
import { accountRoutes } from './modules/accounts/routes.ts';
import { openCatalogues } from './modules/menu/catalogue/catalogues.ts';
import { auditRoutes } from './modules/staff/audit-log/routes.ts';
import { listSites } from './modules/menu/catalogue/list-sites.ts';
import { schedulePurges } from './modules/menu/catalogue/purge-pages.ts';
import { catalogueRoutes, siteIconPages } from './modules/menu/catalogue/routes.ts';
import { offboardingRoutes } from './modules/restaurants/offboarding/routes.ts';
import { customerRoutes } from './modules/customers/routes.ts';
import { deliveryAreaRoutes } from './modules/outlets/delivery-areas/routes.ts';
import { courierRoutes } from './modules/delivery/couriers/courier-routes.ts';
import { deliveryRoutes } from './modules/delivery/routes.ts';
import { diningRoutes } from './modules/dining/routes.ts';
import { bumpRoutes } from './modules/kitchen/bumps/routes.ts';
import { deviceRoutes } from './modules/kitchen/devices/routes.ts';
import { type ErasureList, openErasureList } from './modules/customers/privacy/erasure-list.ts';
import { settleErasures } from './modules/customers/privacy/noted-erasure.ts';
import { offerRoutes } from './modules/ordering/offers/routes.ts';
import { guestListRoutes } from './modules/customers/guest-list/routes.ts';
import { privacyRoutes } from './modules/customers/privacy/routes.ts';
import { watchLowStock } from './modules/menu/inventory/low-stock/watch-low-stock.ts';
import { inventoryRoutes } from './modules/menu/inventory/routes.ts';
import { itemRoutes } from './modules/menu/items/routes.ts';
import { mapRoutes } from './modules/outlets/geocoding/routes.ts';
import { tileOrigins } from './modules/outlets/geocoding/tile-origins.ts';
import { picturePage } from './modules/restaurants/pictures/routes.ts';
import { categoryRoutes } from './modules/menu/menus/category-routes.ts';
import { menuRoutes } from './modules/menu/menus/routes.ts';
import { openVoiceCalls } from './modules/outbound/voice-calls.ts';
import { createDevInbox } from './modules/outbound/dev-inbox.ts';
import { openOutbox } from './modules/outbound/jobs/outbox.ts';
import { runOutbox } from './modules/outbound/jobs/run-outbox.ts';
import { type Mail, openMail } from './modules/outbound/mail.ts';
import { devInboxPage, outboundRoutes } from './modules/outbound/routes.ts';
import { openPush } from './modules/outbound/push/push.ts';
import { openSms, type Sms } from './modules/outbound/sms.ts';
import { menuImportRoutes } from './modules/menu/import/routes.ts';
import { modifierListRoutes } from './modules/menu/modifier-lists/routes.ts';
import { liveRoutes } from './modules/kitchen/live/routes.ts';
import { courierPage } from './modules/delivery/couriers/courier-page.ts';
import { notificationPage } from './modules/payments/paying/notification-page.ts';
import { paymentRoutes } from './modules/payments/paying/routes.ts';
import { tableBillRoutes } from './modules/payments/paying/table-bill/routes.ts';
import { OrderWriter } from './modules/ordering/place/order-writer.ts';
import { openGuestQueue, openOrderQueue } from './modules/ordering/place/order-queue.ts';
import { orderRoutes } from './modules/ordering/routes.ts';
import { problemRoutes } from './modules/ordering/problems/routes.ts';
import { tableSessionRoutes } from './modules/ordering/table-basket/table-session-routes.ts';
import { countLiveOrders } from './modules/ordering/queries.ts';
import { outletCloneRoutes } from './modules/outlets/clones/routes.ts';
import { outletRoutes } from './modules/outlets/routes.ts';
import { startKeepingSums } from './modules/reports/keep-sums.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { restaurantSettingsRoutes } from './modules/restaurants/settings/routes.ts';
import { openAskListener } from './modules/restaurants/own-domains/ask-listener.ts';
import { openSiteCheck } from './modules/restaurants/own-domains/check-site.ts';
import { openDomainDns } from './modules/restaurants/own-domains/domain-dns.ts';
import { domainIdentityPage } from './modules/restaurants/own-domains/identity-page.ts';
import { ownDomainRoutes } from './modules/restaurants/own-domains/routes.ts';
import { openSiteHosts } from './modules/restaurants/own-domains/site-hosts.ts';
import { type DomainChecks, watchDomains } from './modules/restaurants/own-domains/watch-domains.ts';
import { restaurantRoutes } from './modules/restaurants/routes.ts';
import { staffRoutes } from './modules/staff/routes.ts';
import { dataExportRoutes } from './modules/restaurants/data-export/routes.ts';
import { openPen } from './modules/printing/draw-text.ts';
import { ticketRoutes } from './modules/printing/printer-routes.ts';
import { admitFile } from './admit-file.ts';
import { printerPages } from './modules/printing/routes.ts';
import { awaitEnds } from './stop-work.ts';

interface AppDeps {
  /** The caller closes the database, after the app. */
  database: Database;
  config: Config;
  clock: () => Date;
  /** Aborted when the server is asked to end. The caller closes it some time later. */
  stop?: AbortSignal;
  /** The output folder of `npm run build`; null serves only the API. */
  distFolder?: string | null;
  /** Ships the log of the database; its owner stops it. */
  shipping?: LogShipping | null;
  /** Replaces the configured senders in tests. */
  sms?: Sms;
  mail?: Mail;
  erasures?: ErasureList;
  domainChecks?: DomainChecks | undefined;
  passwords?: Passwords;
  logStream?: LogStream;
  /** Counts what happens, and gets the figures of this server. */
  metrics?: Metrics | null;
  /** Validates every answer against its declaration before it is sent. */
  checkAnswers?: boolean;
}

const projectFolder = join(import.meta.dirname, '..');

/** The whole server, ready to listen or to be called in process. The caller closes it, and the database after it. */
export async function buildApp(options: AppDeps): Promise<FastifyInstance> {
  const { database, config, clock, metrics = null } = options;
  const { db, readDb, importDb } = database;
  const seenTokens = new SeenTokens();
  const admission = new Admission(() => database.pool.waitingCount + writer.waiting);
  const hosts = openSiteHosts({ db, config });
  const findSiteHost = hosts.find;
  const app = createServer({ config, admission, seenTokens, logStream: options.logStream, metrics, findSiteHost });
  const { log } = app;
  const writer = new OrderWriter(database.orderDb, log);
  const inbox = createDevInbox();
  const connection = openStandingConnection(database.pool, log);
  const events = openEventLog(db, connection, log, ({ happenedAt }) =>
    metrics?.eventPassedOn((clock().getTime() - happenedAt.getTime()) / 1000),
  );
  const catalogues = openCatalogues({ db, events, clock });
  const streams = new Streams({
    clock,
    listEndedTokens: (hashes, now) => listEndedTokens(db, hashes, now),
    onFailure: (error) => log.warn({ err: error }, 'Ended tokens could not be listed; trying again'),
    limits: config.rateLimits ? config.streams : null,
  });
  app.addHook('preClose', async () => streams.closeAll());
  const erasures = options.erasures ?? openErasureList(config.erasuresFolder);
  const settling = settleErasures({ db, erasures, log });
  const sms = options.sms ?? openSms(config, inbox, clock, log);
  const mail = options.mail ?? openMail(config, inbox, clock, log);
  const calls = openVoiceCalls(config, sms, log);
  const push = openPush({ db, config, clock });
  const handlers = jobHandlers({ database, config, clock, log, metrics, streams, erasures, mail, sms, calls, push });
  const outbox = openOutbox({ db, clock, log, metrics, handlers });
  const runner = runOutbox(outbox, connection, log);
  const cleaning = startCleaningUp({ db, config, clock, log }, runner.isElected);
  const sums = startKeepingSums({ db, clock, log }, runner.isElected);
  const backups = scheduleBackups({ db, config, clock, log });
  const escalation = startEscalation({ db, config, clock, log, metrics }, runner.isElected);
  const companies = watchCompanySessions({ db, config, clock, log, streams }, runner.isElected);
  const purges = schedulePurges({ db, config, clock, log }, runner.isElected);
  const lowStock = watchLowStock({ db, config, clock, log }, runner.isElected);
  const domainChecks = options.domainChecks ?? {
    dns: openDomainDns(config.ownDomains?.nameServers ?? []),
    checkSite: openSiteCheck(config),
  };
  await hosts.start(log);
  const domains = watchDomains({ db, config, clock, log }, domainChecks, hosts, runner.isElected);
  const ask = config.ownDomains && (await openAskListener(hosts, config.ownDomains.ask));
  app.addHook('onClose', async () => {
    await awaitEnds(
      {
        ask: ask?.close() ?? Promise.resolve(),
        domains: domains.stop(),
        hosts: hosts.stop(),
        backups: backups.stop(),
        escalation: escalation.stop(),
        companies: companies.stop(),
        purges: purges.stop(),
        'low stock': lowStock.stop(),
        'cleaning up': cleaning.stop(),
        sums: sums.stop(),
        erasures: settling,
        jobs: runner.stop(),
      },
      log,
    );
    catalogues.close();
    await events.close();
    await connection.close();
  });

  const passwords = options.passwords ?? createPasswords();
  const deps: Deps = {
    db,
    readDb,
    importDb,
    config,
    clock,
    log,
    metrics,
    events,
    catalogues,
    passwords,
    withProof: openWithProof({ db, config, clock, passwords }),
    erasures,
    outbox,
    streams,
  };
  const version = await readVersion();
  const pen = openPen();
  const escalationDefaults = { rejectMinutes: config.orderAutoRejectMinutes, callsBy: calls.kind };
  const places = { inTurn: openOrderQueue(), ofGuest: openGuestQueue() };
  const routes: Handlers = {
    ...accountRoutes(deps),
    ...customerRoutes(deps),
    ...guestListRoutes(deps),
    ...offerRoutes(deps),
    ...privacyRoutes(deps),
    ...restaurantRoutes(deps),
    ...restaurantSettingsRoutes(deps),
    ...ownDomainRoutes({ ...deps, hosts, dns: domainChecks.dns }),
    ...catalogueRoutes(deps),
    ...menuRoutes(deps),
    ...categoryRoutes(deps),
    ...itemRoutes(deps),
    ...inventoryRoutes(deps),
    ...modifierListRoutes(deps),
    ...menuImportRoutes(deps),
    ...outletRoutes({ ...deps, countLiveOrders, escalationDefaults }),
    ...outletCloneRoutes(deps),
    ...deliveryAreaRoutes(deps),
    ...deliveryRoutes(deps),
    ...courierRoutes(deps),
    ...diningRoutes(deps),
    ...mapRoutes(deps),
    ...reportRoutes(deps),
    ...orderRoutes({ ...deps, ...places, writer }),
    ...problemRoutes(deps),
    ...paymentRoutes({ ...deps, ...places }),
    ...tableBillRoutes(deps),
    ...bumpRoutes(deps),
    ...tableSessionRoutes(deps),
    ...deviceRoutes(deps),
    ...liveRoutes(deps),
    ...ticketRoutes(deps, pen),
    ...staffRoutes(deps),
    ...auditRoutes(deps),
    ...dataExportRoutes(deps, version),
    ...offboardingRoutes(deps),
    ...outboundRoutes(deps),
    ...adminRoutes({ ...deps, database }),
  };
  await mount(app, {
    endpoints: api,
    handlers: routes,
    findCaller: (token, now) => findCaller(db, token, now),
    seenTokens,
    streams,
    clock,
    uploadBytes: config.uploadMaxMb * 2 ** 20,
    admitFile,
    rateLimits: config.rateLimits,
    checkAnswers: options.checkAnswers ?? false,
  });

  const shipping = options.shipping ?? null;
  const readiness = openReadiness(app, database, await database.schemaVersion(), clock, {
    backups: () => backups.state(),
    shipping,
    companies: rememberUnconfirmed(db),
    stop: options.stop,
  });
  if (metrics !== null)
    measureServer(metrics, { database, clock, admission, writer, streams, runner, backups, shipping, readiness });
  // Every route that is served but is not part of the contract.
  const openRoutes: OpenRoute[] = [
    ...healthRoutes(readiness),
    ...apiDocsRoutes(() => openApi(api, version)),
    {
      method: 'GET',
      url: '/media/:restaurantId/:file',
      why: 'A picture, for browsers.',
      isOfSites: true,
      handler: picturePage(deps),
    },
    ...siteIconPages(deps),
    domainIdentityPage,
    ...printerPages(deps, pen),
    notificationPage(deps),
    courierPage(deps),
    ...(config.mode === 'production' ? [] : devInboxPage(inbox)),
    ...(await appPages(app, deps, options.distFolder)),
  ];
  addOpenRoutes(app, openRoutes, config.rateLimits ? clock : null);
  await app.ready();
  return app;
}

async function appPages(
  app: FastifyInstance,
  { db, config, clock, catalogues }: Deps,
  distFolder: string | null = join(projectFolder, 'dist'),
): Promise<OpenRoute[]> {
  if (distFolder === null) return [];
  const { publicUrl: origin } = config;
  return [
    ...siteIndexRoutes({ origin, clock, listSites: () => listSites(db) }),
    ...(await pageRoutes(app, {
      apps: await loadBuiltApps(distFolder),
      tileOrigins: tileOrigins(config.map.tileUrl),
      origin,
      originOf: (domain) => ownOrigin(origin, domain),
      languages: [config.defaultLocale, ...languages.filter((language) => language !== config.defaultLocale)],
      clock,
      findSite: async (asked) => {
        const site = await catalogues.findBySlug(asked);
        if (site === null) return null;
        const { _id: restaurantId, slug, domain, languages } = site.catalogue.restaurant;
        return {
          slug,
          restaurantId,
          domain,
          languages,
          version: site.catalogue.version,
          isCurrent: () => site.prepared.isCurrent?.() === true,
        };
      },
    })),
  ];
}

async function readVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
