// A plain controller of controller-runtime that runs a Pipe as three Jobs in sequence, for comparison.
//
// It writes what any controller of three Jobs has to: the Jobs and two status patches. The Jobs are those of
// Adwright, byte for byte, with the name of the Pipe in place of $NAME and its uid in place of $UID. It goes on
// when the pod of a Job has ended, because the Job controller reports the end a second later.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	nameLabel  = "adwright.dev/adjob"
	stageLabel = "adwright.dev/stage"
)

// Pipe is the owner of three Jobs.
type Pipe struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Status            struct {
		Phase string `json:"phase,omitempty"`
	} `json:"status,omitempty"`
}

// PipeList is a list of Pipes.
type PipeList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Pipe `json:"items"`
}

// DeepCopyObject copies the Pipe.
func (p *Pipe) DeepCopyObject() runtime.Object {
	c := *p
	p.ObjectMeta.DeepCopyInto(&c.ObjectMeta)
	return &c
}

// DeepCopyObject copies the list.
func (l *PipeList) DeepCopyObject() runtime.Object {
	c := *l
	c.Items = make([]Pipe, len(l.Items))
	for i := range l.Items {
		c.Items[i] = *l.Items[i].DeepCopyObject().(*Pipe)
	}
	return &c
}

type reconciler struct {
	client.Client
	// stages has the names of the stages in order, templates the Job of each as JSON.
	stages    []string
	templates []string
	// created has, by the uid of a Pipe, the number of Jobs that this process has created; more when it has ended.
	created sync.Map
}

func (r *reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	var pipe Pipe
	if err := r.Get(ctx, req.NamespacedName, &pipe); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	created := 0
	if known, ok := r.created.Load(pipe.UID); ok {
		created = known.(int)
	}
	if pipe.Status.Phase == "SUCCESS" || pipe.Status.Phase == "FAILED" || created > len(r.stages) {
		return reconcile.Result{}, nil
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(pipe.Namespace), client.MatchingFields{nameLabel: pipe.Name}); err != nil {
		return reconcile.Result{}, err
	}
	ended := map[string]corev1.PodPhase{}
	for i := range pods.Items {
		ended[pods.Items[i].Labels[stageLabel]] = pods.Items[i].Status.Phase
	}
	next := 0
	for ; next < len(r.stages); next++ {
		if ended[r.stages[next]] == corev1.PodFailed {
			return reconcile.Result{}, r.end(ctx, &pipe, "FAILED")
		}
		if ended[r.stages[next]] != corev1.PodSucceeded {
			break
		}
	}
	if next == len(r.stages) {
		return reconcile.Result{}, r.end(ctx, &pipe, "SUCCESS")
	}
	if created > next {
		return reconcile.Result{}, nil
	}
	job, err := r.job(&pipe, next)
	if err != nil {
		return reconcile.Result{}, err
	}
	if err := r.Create(ctx, job); err != nil && !apierrors.IsAlreadyExists(err) {
		return reconcile.Result{}, err
	}
	r.created.Store(pipe.UID, next+1)
	if next == 0 && pipe.Status.Phase == "" {
		return reconcile.Result{}, r.setPhase(ctx, &pipe, "PROCESSING")
	}
	return reconcile.Result{}, nil
}

func (r *reconciler) end(ctx context.Context, pipe *Pipe, phase string) error {
	if err := r.setPhase(ctx, pipe, phase); err != nil {
		return err
	}
	r.created.Store(pipe.UID, len(r.stages)+1)
	return nil
}

func (r *reconciler) setPhase(ctx context.Context, pipe *Pipe, phase string) error {
	patch := client.RawPatch(types.MergePatchType, []byte(fmt.Sprintf(`{"status":{"phase":%q}}`, phase)))
	at := &Pipe{ObjectMeta: metav1.ObjectMeta{Name: pipe.Name, Namespace: pipe.Namespace}}
	return r.Status().Patch(ctx, at, patch)
}

func (r *reconciler) job(pipe *Pipe, stage int) (*batchv1.Job, error) {
	text := strings.NewReplacer("$NAME", pipe.Name, "$UID", string(pipe.UID)).Replace(r.templates[stage])
	var job batchv1.Job
	return &job, json.Unmarshal([]byte(text), &job)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// read returns the stages of the file of templates: a JSON array of Jobs in order.
func read(path string) (stages, templates []string) {
	text, err := os.ReadFile(path)
	must(err)
	var jobs []json.RawMessage
	must(json.Unmarshal(text, &jobs))
	for _, raw := range jobs {
		var job batchv1.Job
		must(json.Unmarshal(raw, &job))
		stages = append(stages, job.Labels[stageLabel])
		templates = append(templates, string(raw))
	}
	return stages, templates
}

func main() {
	path := flag.String("jobs", "", "file with the Jobs of the stages, as a JSON array")
	flag.Parse()
	stages, templates := read(*path)
	ctrl.SetLogger(zap.New())
	config := ctrl.GetConfigOrDie()
	config.QPS, config.UserAgent = -1, "twin"
	scheme, version := runtime.NewScheme(), schema.GroupVersion{Group: "bench.example", Version: "v1"}
	must(clientgoscheme.AddToScheme(scheme))
	scheme.AddKnownTypes(version, &Pipe{}, &PipeList{})
	metav1.AddToGroupVersion(scheme, version)
	hasName, err := labels.Parse(nameLabel)
	must(err)
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  scheme,
		Metrics: server.Options{BindAddress: "0"},
		Cache: cache.Options{
			DefaultTransform: cache.TransformStripManagedFields(),
			ByObject:         map[client.Object]cache.ByObject{&corev1.Pod{}: {Label: hasName}},
		},
	})
	must(err)
	byName := func(o client.Object) []string { return []string{o.GetLabels()[nameLabel]} }
	must(manager.GetFieldIndexer().IndexField(context.Background(), &corev1.Pod{}, nameLabel, byName))
	hasEnded := func(o client.Object) bool {
		phase := o.(*corev1.Pod).Status.Phase
		return phase == corev1.PodSucceeded || phase == corev1.PodFailed
	}
	ignore := func(event.DeleteEvent) bool { return false }
	toPipe := handler.EnqueueRequestsFromMapFunc(func(_ context.Context, o client.Object) []reconcile.Request {
		return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: o.GetNamespace(), Name: o.GetLabels()[nameLabel]}}}
	})
	onlyNew := predicate.Funcs{DeleteFunc: ignore, UpdateFunc: func(event.UpdateEvent) bool { return false }}
	onlyEnded := predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return hasEnded(e.Object) },
		UpdateFunc: func(e event.UpdateEvent) bool { return hasEnded(e.ObjectNew) && !hasEnded(e.ObjectOld) },
		DeleteFunc: ignore,
	}
	must(ctrl.NewControllerManagedBy(manager).
		For(&Pipe{}, builder.WithPredicates(onlyNew)).
		Watches(&corev1.Pod{}, toPipe, builder.WithPredicates(onlyEnded)).
		WithOptions(controller.Options{MaxConcurrentReconciles: 16}).
		Complete(&reconciler{Client: manager.GetClient(), stages: stages, templates: templates}))
	must(manager.Start(ctrl.SetupSignalHandler()))
}
